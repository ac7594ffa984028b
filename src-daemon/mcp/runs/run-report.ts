import type { LoggingLevel, ServerContext } from '@modelcontextprotocol/server';
import type { ExecuteResponse } from '../../../src-shared/contracts/executions.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import type { StreamEvent } from '../../core/stream-event.ts';
import type { PackagesUser } from '../../work/find-packages.ts';

/** Minimum time between two progress notifications, because an agent does not need every line. */
const progressIntervalMs = 250;
/** A silent run is reported this often, so that the client sees that it is still alive. */
const silentIntervalMs = 5000;
/** Maximum number of characters of one line of a program in a notification. */
const lineCharacters = 200;
/** Maximum number of lines of one installation that are reported. */
const maxInstallLines = 500;
/** Maximum number of notices that are logged. */
const maxNotices = 20;

type RunState = 'queued' | 'running' | 'ended';

/**
 * Reports a run to an agent: progress if its request has a progress token, and log messages. The reports never fail: a
 * client that has left gets none.
 */
export function createRunReport({ mcpReq }: Pick<ServerContext, 'mcpReq'>) {
  const progress = createProgress(mcpReq);
  const log = createLog(mcpReq);
  const printed = { stdout: 0, stderr: 0 };
  let state: RunState | undefined;
  let lastLine = '';
  let timer: NodeJS.Timeout | undefined;

  function look(id: string, current: RunState): void {
    if (current === state || current === 'ended') return;
    state = current;
    if (state === 'queued') log('info', `${id} waits in the queue for a free sandbox.`);
    else log('debug', `${id} has started.`);
    progress.send(state === 'queued' ? `queued ${id}` : `started ${id}`);
  }

  function describe(): string {
    const bytes = `running, ${printed.stdout + printed.stderr} bytes printed`;
    return lastLine === '' ? bytes : `${bytes}: ${lastLine}`;
  }

  function noteOutput(text: string): void {
    lastLine = lastLineOf(text) || lastLine;
    if (state === 'running') progress.sendSometimes(describe, progressIntervalMs);
  }

  return {
    /** Reports the state of the run now and when it changes. */
    begin(id: string, stateNow: () => RunState): void {
      // A run that finds a free sandbox leaves the queue in this tick, and is not reported as queued.
      setImmediate(() => look(id, stateNow()));
      timer = setInterval(() => {
        look(id, stateNow());
        progress.sendSometimes(() => (state === 'queued' ? `queued ${id}` : describe()), silentIntervalMs);
      }, progressIntervalMs).unref();
    },
    /** Logs which packages the run waits for, and reports the lines of the installer. */
    install: createInstallNotes({ log, progress, usedBy: 'run' }),
    addOutput(stream: 'stdout' | 'stderr', text: string): void {
      printed[stream] += Buffer.byteLength(text);
      noteOutput(text);
    },
    /** Sets the numbers of printed bytes, while text is left out of the stream. */
    setPrinted({ stdoutBytes, stderrBytes }: { stdoutBytes: number; stderrBytes: number }): void {
      printed.stdout = Math.max(printed.stdout, stdoutBytes);
      printed.stderr = Math.max(printed.stderr, stderrBytes);
      noteOutput('');
    },
    /** Logs the end of the run and what its user should know. */
    end(run: ExecuteResponse): ExecuteResponse {
      for (const notice of (run.notices ?? []).slice(0, maxNotices)) log('notice', `${run.id}: ${cutLine(notice)}`);
      if (run.stdoutTruncated || run.stderrTruncated)
        log('info', `${run.id} printed more than is stored; part of it is left out.`);
      log('debug', `${run.id} ended: ${run.status}, after ${Math.round(run.durationMs)} ms.`);
      return run;
    },
    stop: () => clearInterval(timer),
  };
}

/** Reports the installation of packages that the creation of a sandbox waits for, as that of a run. */
export function createInstallReport({ mcpReq }: Pick<ServerContext, 'mcpReq'>): (event: StreamedEvent) => void {
  return createInstallNotes({ log: createLog(mcpReq), progress: createProgress(mcpReq), usedBy: 'sandbox' });
}

type StreamedEvent = Pick<StreamEvent, 'event' | 'data'>;

interface InstallNotes {
  log: ReturnType<typeof createLog>;
  progress: ReturnType<typeof createProgress>;
  usedBy: PackagesUser;
}

/**
 * Returns a listener for the events of an installation. A line of the installer is a progress notification, cut as a line of
 * a program; lines that follow too fast are left out, and so are those after a maximum number of notifications.
 */
function createInstallNotes({ log, progress, usedBy }: InstallNotes): (event: StreamedEvent) => void {
  let linesLeft = maxInstallLines;
  return ({ event, data }) => {
    if (event === 'installing') {
      const { packages } = data as { packages: string[] };
      log('info', `Installing packages for this ${usedBy}: ${cutLine(packages.join(', '))}`);
      progress.send('installing packages');
    } else if (event === 'install_log' && linesLeft > 0) {
      const { text } = data as { text: string };
      const isSent = progress.sendSometimes(() => `installing packages: ${cutLine(text)}`, progressIntervalMs);
      if (isSent) linesLeft -= 1;
    }
  };
}

const createLog = (mcpReq: ServerContext['mcpReq']) => (level: LoggingLevel, text: string) =>
  void mcpReq.log(level, text, 'strongroom').catch(() => undefined);

/** Sends progress notifications, if the request has a token for them (MCP 2025-11-25, progress). */
function createProgress({ _meta, notify }: ServerContext['mcpReq']) {
  const progressToken = _meta?.progressToken;
  let progress = 0;
  let sentAt = 0;

  function send(message: string): void {
    if (progressToken === undefined) return;
    sentAt = performance.now();
    progress += 1;
    const params = { progressToken, progress, message };
    void notify({ method: 'notifications/progress', params }).catch(() => undefined);
  }

  return {
    send,
    /** Sends a message, if the last one is older than `intervalMs`. Returns true if it was sent. */
    sendSometimes(describe: () => string, intervalMs: number): boolean {
      if (progressToken === undefined || performance.now() - sentAt < intervalMs) return false;
      send(describe());
      return true;
    },
  };
}

function lastLineOf(text: string): string {
  const end = text.trimEnd();
  return cutLine(end.slice(end.lastIndexOf('\n') + 1));
}

/** The end is cut off before the hidden characters are replaced, so that no amount of output takes long. */
function cutLine(text: string): string {
  return visibleLine(text.slice(0, lineCharacters).toWellFormed());
}
