import type { ServerContext } from '@modelcontextprotocol/server';
import type { ExecuteResponse } from '../../../src-shared/contracts/executions.contract.ts';
import { ErrorBody } from '../../../src-shared/error-body.ts';
import type { StreamEvent } from '../../core/stream-event.ts';
import { AppError } from '../../errors/app-error.ts';
import type { AgentRequest } from '../agent-call.ts';
import type { AgentServices } from '../agent-services.ts';
import { createRunReport } from './run-report.ts';

interface Following {
  events: AsyncIterable<StreamEvent>;
  call: ServerContext;
  /** Finds a run of the account in memory. */
  findCurrent: (id: string) => ReturnType<AgentServices['currentRuns']['find']>;
}

/**
 * Follows a run to its end, and reports it to the agent while it waits and works. A cancelled request cancels the run, but
 * not if the client only stopped waiting: list_runs and get_run then have the result.
 * @throws AppError if the run failed to start or was interrupted
 */
export async function followForAgent({ events, call, findCurrent }: Following): Promise<ExecuteResponse> {
  const report = createRunReport(call);
  const { signal } = call.mcpReq;
  try {
    for await (const { event, data } of events) {
      if (event === 'started') {
        const { id } = data as { id: string };
        const current = findCurrent(id);
        const cancel = () => isTimeOut(signal.reason) || current?.cancellation.abort();
        if (signal.aborted) cancel();
        else signal.addEventListener('abort', cancel, { once: true });
        report.begin(id, () => current?.status() ?? 'running');
      } else if (event === 'stdout' || event === 'stderr') report.addOutput(event, (data as { text: string }).text);
      else if (event === 'installing' || event === 'install_log') report.install({ event, data });
      else if (event === 'printed') report.setPrinted(data as { stdoutBytes: number; stderrBytes: number });
      else if (event === 'finished') return report.end(data as ExecuteResponse);
      else if (event === 'error') throw refusalOf(data);
    }
  } finally {
    report.stop();
  }
  throw new AppError('internal', 'The run ended without a result.');
}

/**
 * Returns true if a client cancelled a request because its own time limit was over. The protocol has a text for the reason
 * and no code; the official clients write the code of their time-out error, -32001, into it.
 */
function isTimeOut(reason: unknown): boolean {
  return typeof reason === 'string' && reason.slice(0, 200).includes('-32001');
}

/** Finds runs without the actor's key, which no longer exists after the client has closed its request. */
export function currentRunsOf({ currentRuns }: AgentServices, { actor }: AgentRequest): Following['findCurrent'] {
  const { accountId } = actor;
  return (id) => currentRuns.find(accountId, id);
}

function refusalOf(data: unknown): AppError {
  const { code, message, details } = ErrorBody.parse(data).error;
  return new AppError(code, message, details ? { details } : {});
}
