import { PackageEvent, readPackageEvents } from '../../../src-shared/contracts/packages.contract.ts';
import { asApiError } from '../../client/api-error.ts';
import { readEventStream } from '../../client/event-stream.ts';
import { streamHeaders } from '../../client/follow-stream.ts';
import { packagesQuery } from '../../client/queries.ts';
import { send } from '../../client/send.ts';
import { defineSessionStore, sessionQueries } from '../../client/session/session-scope.ts';
import { createOutputLog, type OutputLog } from '../../ui/output/output-log.ts';

const retryEveryMs = 1000;

/** The last installation of one list. */
export interface Installation {
  phase: 'installing' | 'installed' | 'failed';
  log: OutputLog;
  /** Size of the installed layer; known after the installation. */
  sizeBytes?: number;
}

export const useInstallLogs = defineSessionStore<{ byLanguage: Readonly<Record<string, Installation>> }>(() => ({
  byLanguage: {},
}));

/**
 * Follows the installations of the account until `signal` aborts. Resumes after the last event when the connection
 * breaks.
 */
export async function followInstallations(signal: AbortSignal): Promise<void> {
  let lastEventId = '';
  useInstallLogs.setState({ byLanguage: {} });
  while (!signal.aborted) {
    try {
      const headers = { ...streamHeaders, ...(lastEventId !== '' && { 'last-event-id': lastEventId }) };
      const response = await send(readPackageEvents, { headers, signal });
      for await (const message of readEventStream(response, signal)) {
        lastEventId = message.id ?? lastEventId;
        applyEvent(PackageEvent.parse({ event: message.event, data: JSON.parse(message.data) }));
      }
    } catch (error) {
      if (signal.aborted || asApiError(error).code === 'unauthorized') return;
    }
    await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
  }
}

function applyEvent({ event, data }: PackageEvent): void {
  const { language } = data;
  if (event === 'log') {
    installationOf(language).log.append('stdout', `${data.text}\n`);
    return;
  }
  const before = event === 'started' ? { log: createOutputLog() } : installationOf(language);
  const phase = event === 'started' ? 'installing' : event;
  const sizeBytes = event === 'installed' ? { sizeBytes: data.sizeBytes } : {};
  useInstallLogs.setState(({ byLanguage }) => ({
    byLanguage: { ...byLanguage, [language]: { log: before.log, phase, ...sizeBytes } },
  }));
  void sessionQueries().invalidateQueries({ queryKey: packagesQuery.queryKey });
}

/** Returns the installation of a list; creates one if its first events are no longer in the log. */
function installationOf(language: string): Installation {
  const known = useInstallLogs.getState().byLanguage[language];
  if (known !== undefined) return known;
  const begun: Installation = { phase: 'installing', log: createOutputLog() };
  useInstallLogs.setState(({ byLanguage }) => ({ byLanguage: { ...byLanguage, [language]: begun } }));
  return begun;
}
