import type { Calls } from './calls.ts';
import type { SandboxEntry, SandboxEntryList } from './generated/api.ts';
import type { CallOptions } from './operations.ts';
import type { BytesBody } from './transport.ts';

/** Files of a sandbox. Paths are relative to its working directory. */
export function createSandboxFiles({ request, download }: Calls, id: string) {
  return {
    read: (path: string, options: CallOptions = {}): Promise<Uint8Array> =>
      download('GET /api/v1/sandboxes/{id}/files/{path}', { params: { id, path }, ...options }),

    /** Creates or replaces a file, with its folders. */
    write: (path: string, content: string | BytesBody, options: CallOptions = {}): Promise<SandboxEntry> => {
      const body = (typeof content === 'string' ? new TextEncoder().encode(content) : content) as unknown as string;
      return request('PUT /api/v1/sandboxes/{id}/files/{path}', { params: { id, path }, body, ...options });
    },

    /** Deletes a file, or a folder with everything in it. */
    delete: (path: string, options: CallOptions = {}): Promise<undefined> =>
      request('DELETE /api/v1/sandboxes/{id}/files/{path}', { params: { id, path }, ...options }),

    /** Lists a folder; the working directory if `path` is absent. */
    list: ({
      path,
      depth,
      ...options
    }: CallOptions & { path?: string; depth?: number } = {}): Promise<SandboxEntryList> => {
      const query = { ...(path !== undefined && { path }), ...(depth !== undefined && { depth }) };
      return request('GET /api/v1/sandboxes/{id}/entries', { params: { id }, query, ...options });
    },

    makeFolder: (path: string, options: CallOptions = {}): Promise<SandboxEntry> =>
      request('POST /api/v1/sandboxes/{id}/folders', { params: { id }, body: { path }, ...options }),
  };
}
