import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { Router } from 'express';
import { afterEach } from 'vitest';
import type { Actor } from '../../../src-daemon/core/actor.ts';
import { SandboxEndedError } from '../../../src-daemon/engine/live-sandbox.ts';
import { AppError } from '../../../src-daemon/errors/app-error.ts';
import { errorReply } from '../../../src-daemon/http/replies/error-reply.ts';
import { createHttpServer } from '../../../src-daemon/http/server/create-http-server.ts';
import { expectationGuard } from '../../../src-daemon/http/server/expectation-guard.ts';
import { mountSandboxFiles } from '../../../src-daemon/sandboxes/files/files.routes.ts';
import { createSandboxFiles } from '../../../src-daemon/sandboxes/files/files.service.ts';
import type { SandboxAccess } from '../../../src-daemon/sandboxes/sandbox-access.ts';
import { createApiClient } from '../api-client.ts';
import { newAccountMemory } from '../memory/account-memory.ts';
import { createMemorySandbox, type MemorySandbox } from './memory-sandbox.ts';

export const memorySandboxId = `sbx${'a'.repeat(26)}`;

/** Returns a function that serves a sandbox in memory until the end of the test that calls it. */
export function servedFilesOfTest() {
  const closers: (() => void)[] = [];
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });
  return async (live: MemorySandbox = createMemorySandbox()) => {
    const served = await serveFiles(live);
    closers.push(served.close);
    return { live, ...served };
  };
}

/** Serves the file routes of one sandbox in memory over real HTTP, without accounts. */
async function serveFiles(live: MemorySandbox) {
  const memory = newAccountMemory();
  let inUse = 0;
  const uses: boolean[] = [];
  const access: SandboxAccess = {
    enter: (_actor, _id, { countsAsUse = true } = {}) => {
      inUse++;
      uses.push(countsAsUse);
      let hasLeft = false;
      return {
        live,
        memory,
        asApiError: (error) =>
          error instanceof SandboxEndedError ? new AppError('sandbox_ended', 'The sandbox has ended.') : error,
        leave: () => {
          if (!hasLeft) inUse--;
          hasLeft = true;
        },
      };
    },
  };
  const errors: string[] = [];
  const router = Router();
  const actor = { accountKey: new Uint8Array(32) } as Actor;
  mountSandboxFiles({ router, mounted: [], authenticate: async () => actor }, createSandboxFiles(access));
  const app = express();
  app.use((_request, response, next) => {
    response.locals.requestId = 'req_test';
    response.setHeader('x-request-id', 'req_test');
    next();
  });
  app.use(expectationGuard, router);
  app.use(() => {
    throw new AppError('not_found', 'There is nothing at this path.');
  });
  app.use(errorReply({ error: (fields) => errors.push(String(Object(fields).err)) }));
  const server = createHttpServer(app, { log: { info: () => undefined } });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    port,
    client: createApiClient(url),
    /** Messages of unexpected errors. */
    errors,
    /** `countsAsUse` of each use. */
    uses,
    /** Uses that have not ended. */
    inUse: () => inUse,
    close: () => void server.close().closeAllConnections(),
  };
}
