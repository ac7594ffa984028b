/** Bodies of operations without a credential: the ledger counts them for an id that no account has. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import express, { Router } from 'express';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createMemoryLedger } from '../../../src-daemon/core/memory/ledger.ts';
import { mountEndpoints } from '../../../src-daemon/http/mount-endpoints.ts';
import { errorReply } from '../../../src-daemon/http/replies/error-reply.ts';
import { defineEndpoint } from '../../../src-shared/endpoint.ts';
import { until } from '../../support/until.ts';

const limitBytes = 256 * 1024;
const bodyBytes = 48 * 1024;
const specs = {
  post: defineEndpoint({
    method: 'POST',
    path: '/open',
    tag: 'Test',
    summary: 'Send',
    description: 'Takes a text.',
    access: 'open',
    body: z.strictObject({ text: z.string() }),
    replies: { 200: z.strictObject({ length: z.int() }) },
  }),
};

async function serve() {
  const ledger = createMemoryLedger({ now: Date.now, limitBytes });
  const router = Router();
  const host = { router, mounted: [], authenticate: async () => undefined, memory: { of: ledger.of, now: Date.now } };
  mountEndpoints(host, specs, { post: ({ body }) => ({ length: body.text.length }) });
  const app = express().use(router, errorReply({ error: () => undefined }));
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;

  /** Sends a part of a body, and leaves the connection open. */
  function begin(): Socket {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${bodyBytes + 1}`;
    socket.write(`POST /open HTTP/1.1\r\n${head}\r\n\r\n${' '.repeat(bodyBytes)}`);
    return socket;
  }
  const post = (length: number) =>
    fetch(`http://127.0.0.1:${port}/open`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'x'.repeat(length) }),
    });
  return { ledger, begin, post };
}

it('are counted until they have their reply or end, and refused when there is no room; small ones never', async () => {
  const { ledger, begin, post } = await serve();
  const open = [begin(), begin()];
  await until(() => ledger.heldBytes() === 2 * bodyBytes);
  const refused = await post(bodyBytes);
  expect([refused.status, await refused.json()]).toEqual([
    429,
    expect.objectContaining({ error: expect.objectContaining({ code: 'account_memory_full' }) }),
  ]);
  expect(await (await post(1000)).json()).toEqual({ length: 1000 });
  // The account of a person has its own room.
  ledger.of(1).require(bodyBytes);
  for (const socket of open) socket.destroy();
  await until(() => ledger.heldBytes() === 0);
  expect(await (await post(bodyBytes)).json()).toEqual({ length: bodyBytes });
  expect(ledger.heldBytes()).toBe(0);
});
