import { type Calls, withoutTimeLimit } from './calls.ts';
import type { CreateSandboxRequest, Sandbox } from './generated/api.ts';
import type { CallOptions } from './operations.ts';
import { createSandboxHandle, type SandboxHandle } from './sandbox-handle.ts';

/** Containers that keep their variables, processes and files until they are deleted. */
export function createSandboxCalls(calls: Calls) {
  const { request } = calls;
  return {
    /** Creates a sandbox. Delete it when it is no longer used: it holds its memory until then. */
    create: async (body: CreateSandboxRequest = {}, options: CallOptions = {}): Promise<SandboxHandle> =>
      createSandboxHandle(calls, await request('POST /api/v1/sandboxes', { body, ...withoutTimeLimit(options) })),

    /** Returns a sandbox that exists. */
    get: async (id: string, options: CallOptions = {}): Promise<SandboxHandle> =>
      createSandboxHandle(calls, await request('GET /api/v1/sandboxes/{id}', { params: { id }, ...options })),

    list: async (options: CallOptions = {}): Promise<Sandbox[]> =>
      (await request('GET /api/v1/sandboxes', options)).sandboxes,
  };
}
