import type { Calls } from './calls.ts';
import type { Execution, ExecutionPage } from './generated/api.ts';
import type { CallOptions, QueryOf } from './operations.ts';

/** Runs of the history. */
export function createExecutionCalls({ request, download }: Calls) {
  return {
    /** Returns one page, newest first. Pass its `nextBefore` as `before` to get the next page. */
    list: (query: QueryOf<'GET /api/v1/executions'> = {}, options: CallOptions = {}): Promise<ExecutionPage> =>
      request('GET /api/v1/executions', { query, ...options }),

    /** Returns a run with its output and its request. */
    get: (id: string, options: CallOptions = {}): Promise<Execution> =>
      request('GET /api/v1/executions/{id}', { params: { id }, ...options }),

    /** Cancels a run, and answers when its sandbox is removed. */
    cancel: (id: string, options: CallOptions = {}): Promise<Execution> =>
      request('POST /api/v1/executions/{id}/cancel', { params: { id }, ...options }),

    /** Returns the content of a file that a run left. */
    file: (id: string, path: string, options: CallOptions = {}): Promise<Uint8Array> =>
      download('GET /api/v1/executions/{id}/files/{path}', { params: { id, path }, ...options }),
  };
}
