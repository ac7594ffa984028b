import type { CellRequest } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import { runCell } from '../../../src-shared/contracts/sandboxes/contexts.contract.ts';
import type { CreateSandboxRequest } from '../../../src-shared/contracts/sandboxes/create-request.ts';
import { type ProcessRequest, runProcess } from '../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { createSandbox, deleteSandbox } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { type ApiClient, pathOf } from '../api-client.ts';
import { type EventStream, openEventStream } from '../event-stream.ts';

export type ApiSandbox = Awaited<ReturnType<typeof openSandbox>>;

/** Creates a sandbox through the API, with short calls for its operations. */
export async function openSandbox(client: ApiClient, request: CreateSandboxRequest = {}) {
  const created = await client.call(createSandbox, { body: request });
  const { id } = created;
  const stream = (path: string, sending: { body?: object; headers?: Record<string, string> }): Promise<EventStream> =>
    openEventStream(client.url, {
      ...(sending.body && { method: 'POST', body: sending.body }),
      ...{ path, headers: { ...client.credential, ...sending.headers } },
    });

  return {
    ...{ id, created, client, stream },
    /** Runs a cell in a context; in the default one if none is given. */
    cell: (code: string, { cid = 'default', ...options }: { cid?: string } & Omit<CellRequest, 'code'> = {}) =>
      client.call(runCell, { params: { id, cid }, body: { code, ...options } }),
    streamCell: (body: CellRequest, cid = 'default') => stream(pathOf(runCell.path, { id, cid }), { body }),

    /** Runs a process in the foreground. */
    async run(request: ProcessRequest) {
      const result = await client.call(runProcess, { params: { id }, body: request });
      if (!('status' in result)) throw new Error('the process runs in the background');
      return result;
    },
    /** Starts a process in the background and returns its pid as the parameter of other calls. */
    async start(request: ProcessRequest) {
      const { pid } = await client.call(runProcess, { params: { id }, body: { ...request, background: true } });
      return { id, pid: String(pid) };
    },
    streamRun: (body: ProcessRequest) => stream(pathOf(runProcess.path, { id }), { body }),
    remove: () => client.call(deleteSandbox, { params: { id } }),
  };
}
