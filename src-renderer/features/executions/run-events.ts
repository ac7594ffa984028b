import type { ExecuteRequest } from '../../../src-shared/contracts/execute-request.ts';
import {
  ExecutionEvent,
  execute,
  readExecution,
  readExecutionEvents,
} from '../../../src-shared/contracts/executions.contract.ts';
import { ApiError } from '../../client/api-error.ts';
import { call } from '../../client/call.ts';
import {
  type FollowOptions,
  followStream,
  isUnreachable,
  type StreamKind,
  streamHeaders,
} from '../../client/follow-stream.ts';
import { send } from '../../client/send.ts';

const runStream: StreamKind<ExecutionEvent> = {
  parse: ({ event, data }) => ExecutionEvent.parse({ event, data: JSON.parse(data) }),
  idOf: ({ event, data }) => (event === 'started' ? data.id : undefined),
  isLast: ({ event }) => event === 'finished' || event === 'error',
  resume: (id, headers, signal) => send(readExecutionEvents, { params: { id }, headers, signal }),
  checkAlive: refuseInterrupted,
};

/**
 * Starts a run and yields its events to the end, over connections that break.
 * @throws ApiError what refuses the run; `unreachable` when it could not be resumed within a minute
 */
export async function* startRun(request: ExecuteRequest, following: FollowOptions): AsyncGenerator<ExecutionEvent> {
  const { signal } = following;
  yield* followResponse(await send(execute, { body: request, headers: streamHeaders, signal }), following);
}

/** Yields the events of a run that another operation has started, whose answer is their stream. */
export function followResponse(response: Response, following: FollowOptions): AsyncGenerator<ExecutionEvent> {
  return followStream(runStream, { response }, following);
}

/** Yields the events of a run that is under way, from its first. */
export function resumeRun(runId: string, following: FollowOptions): AsyncGenerator<ExecutionEvent> {
  return followStream(runStream, { id: runId }, following);
}

/** A run that died with its daemon has no end to wait for. */
async function refuseInterrupted(runId: string): Promise<void> {
  const status = await call(readExecution, { params: { id: runId } }).then(
    (execution) => execution.status,
    (error: unknown) => {
      if (!isUnreachable(error)) throw error;
      return 'unknown';
    },
  );
  if (status === 'interrupted')
    throw new ApiError('unreachable', 'The daemon stopped during this run. Run the code again.');
}
