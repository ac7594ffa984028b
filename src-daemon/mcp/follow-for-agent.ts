import type { ExecuteResponse } from '../../src-shared/contracts/executions.contract.ts';
import { ErrorBody } from '../../src-shared/error-body.ts';
import { AppError } from '../core/app-error.ts';
import type { StreamEvent } from '../core/stream-event.ts';
import type { Extra } from './agent-call.ts';

/** Minimum time between two progress notifications, because an agent does not need every line. */
const progressIntervalMs = 250;
const progressCharacters = 500;

interface Following {
  events: AsyncIterable<StreamEvent>;
  extra: Extra;
  /** Cancels a run immediately. */
  cancel: (id: string) => void;
}

/**
 * Follows a run to its end and sends progress notifications, if the agent requested them (MCP 2025-11-25, progress). A
 * cancelled request cancels the run.
 * @throws AppError if the run failed to start or was interrupted
 */
export async function followForAgent({ events, extra, cancel }: Following): Promise<ExecuteResponse> {
  const report = createProgress(extra);
  for await (const { event, data } of events) {
    if (event === 'started') {
      const { id } = data as { id: string };
      if (extra.signal.aborted) cancel(id);
      else extra.signal.addEventListener('abort', () => cancel(id), { once: true });
      await report(`started ${id}`, true);
    } else if (event === 'stdout' || event === 'stderr') await report((data as { text: string }).text);
    else if (event === 'finished') return data as ExecuteResponse;
    else if (event === 'error') throw refusalOf(data);
  }
  throw new AppError('internal', 'The run ended without a result.');
}

function createProgress({ _meta, sendNotification }: Extra) {
  const progressToken = _meta?.progressToken;
  let progress = 0;
  let reportedAt = 0;
  return async (text: string, always = false): Promise<void> => {
    if (progressToken === undefined || (!always && performance.now() - reportedAt < progressIntervalMs)) return;
    reportedAt = performance.now();
    progress += 1;
    const message = text.trimEnd().slice(-progressCharacters).toWellFormed();
    await sendNotification({ method: 'notifications/progress', params: { progressToken, progress, message } });
  };
}

function refusalOf(data: unknown): AppError {
  const { code, message, details } = ErrorBody.parse(data).error;
  return new AppError(code, message, details ? { details } : {});
}
