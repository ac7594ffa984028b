import { type Calls, resultOf, withoutTimeLimit } from './calls.ts';
import type { CellResult, ExtendSandboxRequest, ProcessRequest, ProcessResult, Sandbox } from './generated/api.ts';
import type { BodyOf, CallOptions, EventOf } from './operations.ts';
import { createSandboxFiles } from './sandbox-files.ts';

const runProcess = 'POST /api/v1/sandboxes/{id}/processes/stream';
const runCell = 'POST /api/v1/sandboxes/{id}/contexts/{cid}/cells/stream';

export type ProcessEvent = EventOf<typeof runProcess>;
export type CellEvent = EventOf<typeof runCell>;

/** Options of a cell in addition to its code. */
export interface CellOptions extends CallOptions {
  /** Id of the context; `default`, in the language of the sandbox, if absent. */
  context?: string;
  /** Other fields of the request of a cell. */
  cell?: Omit<BodyOf<typeof runCell>, 'code'>;
}

export type SandboxHandle = ReturnType<typeof createSandboxHandle>;

/** One sandbox. */
export function createSandboxHandle(calls: Calls, created: Sandbox) {
  const { id } = created;
  const { request, follow } = calls;
  const params = { id };

  /** Starts a process and yields its events. Leaving the loop kills it. */
  function execStream(body: ProcessRequest, options: CallOptions = {}): AsyncGenerator<ProcessEvent, void> {
    const work = (pid: number) => ({ ...params, pid });
    return follow(
      runProcess,
      { params, body, ...withoutTimeLimit(options) },
      {
        resume: ({ pid = 0 }) => ({ name: 'GET /api/v1/sandboxes/{id}/processes/{pid}/events', params: work(pid) }),
        cancel: ({ pid = 0 }) => ({
          name: 'POST /api/v1/sandboxes/{id}/processes/{pid}/signal',
          params: work(pid),
          body: { signal: 'SIGKILL' },
        }),
      },
    );
  }

  /** Runs a cell and yields its events. Leaving the loop interrupts it; its context stays. */
  function cellStream(code: string, options: CellOptions = {}): AsyncGenerator<CellEvent, void> {
    const { context: cid = 'default', cell, ...rest } = options;
    const at = { ...params, cid };
    return follow(
      runCell,
      { params: at, body: { ...cell, code }, ...withoutTimeLimit(rest) },
      {
        resume: ({ id: found = '' }) => ({
          name: 'GET /api/v1/sandboxes/{id}/contexts/{cid}/cells/{cell}/events',
          params: { ...at, cell: found },
        }),
        // The event `started` is sent when the cell begins, so this interrupts no other cell.
        cancel: () => ({ name: 'POST /api/v1/sandboxes/{id}/contexts/{cid}/interrupt', params: at }),
      },
    );
  }

  return {
    id,
    /** The sandbox as it was when this handle was made. */
    created,
    files: createSandboxFiles(calls, id),

    /** Returns the sandbox with its current use of memory and disk. */
    read: (options: CallOptions = {}): Promise<Sandbox> =>
      request('GET /api/v1/sandboxes/{id}', { params, ...options }),

    /** Runs a process until it exits: `command`, `shell` or `code`. */
    exec: (body: Omit<ProcessRequest, 'background'>, options: CallOptions = {}): Promise<ProcessResult> =>
      resultOf(execStream(body, options)),
    execStream,

    /** Runs a cell, which can use the variables of earlier cells. */
    cell: (code: string, options: CellOptions = {}): Promise<CellResult> => resultOf(cellStream(code, options)),
    cellStream,

    /** Changes the time limits. */
    extend: (body: ExtendSandboxRequest, options: CallOptions = {}): Promise<Sandbox> =>
      request('PATCH /api/v1/sandboxes/{id}', { params, body, ...options }),
    pause: (options: CallOptions = {}): Promise<Sandbox> =>
      request('POST /api/v1/sandboxes/{id}/pause', { params, ...options }),
    resume: (options: CallOptions = {}): Promise<Sandbox> =>
      request('POST /api/v1/sandboxes/{id}/resume', { params, ...options }),

    /** Ends all processes and removes the files. */
    delete: (options: CallOptions = {}): Promise<undefined> =>
      request('DELETE /api/v1/sandboxes/{id}', { params, ...options }),
  };
}
