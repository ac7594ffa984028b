import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { Router } from 'express';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { FileReply, type StreamedContent } from '../../../src-daemon/http/handler.ts';
import { mountEndpoints } from '../../../src-daemon/http/mount-endpoints.ts';
import { errorReply } from '../../../src-daemon/http/replies/error-reply.ts';
import type { BodyStream } from '../../../src-daemon/http/requests/body-stream.ts';
import { createHttpServer } from '../../../src-daemon/http/server/create-http-server.ts';
import { expectationGuard } from '../../../src-daemon/http/server/expectation-guard.ts';
import { defineEndpoint } from '../../../src-shared/endpoint.ts';

const specs = {
  put: defineEndpoint({
    method: 'PUT',
    path: '/file',
    tag: 'Test',
    summary: 'Write',
    description: 'Writes the file.',
    access: 'open',
    body: 'bytes',
    replies: { 200: z.strictObject({ text: z.string() }) },
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/file',
    tag: 'Test',
    summary: 'Read',
    description: 'Reads the file.',
    access: 'open',
    replies: { 200: 'file' },
  }),
};

interface Served {
  /** Default: answers with the text of the body. */
  put?: (body: BodyStream) => Promise<string>;
  get?: () => StreamedContent;
}

/** Serves `PUT /file` with a body of bytes and `GET /file` with a streamed file, until the test ends. */
export async function serveStreams({ put = readText, get = () => ({ sizeBytes: 0, chunks: chunksOf() }) }: Served) {
  const app = express();
  const errors: string[] = [];
  const router = Router();
  const host = { router, mounted: [], authenticate: async () => undefined };
  mountEndpoints(host, specs, {
    put: async ({ body }) => ({ text: await put(body) }),
    get: () => new FileReply({ name: 'a.bin', mediaType: 'application/octet-stream', content: get() }),
  });
  app.use((_request, response, next) => {
    response.locals.requestId = 'req_test';
    next();
  });
  app.use(expectationGuard, router, errorReply({ error: (fields) => errors.push(String(Object(fields).err)) }));
  const server = createHttpServer(app, { log: { info: () => undefined } });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  /** `errors`: messages of unexpected errors. */
  return { port, url: `http://127.0.0.1:${port}`, errors };
}

export async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export const kib = (count: number) => Buffer.alloc(count * 1024, 'x');

/** Yields texts with a pause after each; an error is thrown. */
export async function* chunksOf(...chunks: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield Buffer.from(chunk);
    await sleep(5);
  }
}

/** Waits until a count has not changed for 200 ms. */
export async function untilStill(count: () => number): Promise<void> {
  for (let before = -1; before !== count(); ) {
    before = count();
    await sleep(200);
  }
}
