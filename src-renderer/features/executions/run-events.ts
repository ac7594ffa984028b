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
 * Starts a run and yields its events until it ends. Resumes the stream when the connection breaks.
 * @throws ApiError if the run is refused; `unreachable` if the stream could not be resumed within a minute
 */
export async function* startRun(request: ExecuteRequest, following: FollowOptions): AsyncGenerator<ExecutionEvent> {
  const { signal } = following;
  yield* followResponse(await send(execute, { body: request, headers: streamHeaders, signal }), following);
}

/** Yields the events of a run that another operation started; `response` is the event stream. */
export function followResponse(response: Response, following: FollowOptions): AsyncGenerator<ExecutionEvent> {
  return followStream(runStream, { response }, following);
}

/** Yields all events of a run in progress, from the first one. */
export function resumeRun(runId: string, following: FollowOptions): AsyncGenerator<ExecutionEvent> {
  return followStream(runStream, { id: runId }, following);
}

/** Throws for a run that was interrupted by a stop of the daemon: it will never end. */
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
