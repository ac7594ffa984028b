/** An event stream to a client that is there, slow, or gone before the first event. */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import express, { type Response } from 'express';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { EventStreamReply } from '../../../../src-daemon/http/handler.ts';
import { sendEventStream } from '../../../../src-daemon/http/replies/send-event-stream.ts';
import { openEventStream } from '../../../support/event-stream.ts';

const signal = new AbortController().signal;
const schema = z.strictObject({ event: z.literal('tick'), data: z.strictObject({ text: z.string() }) });

async function serve<T>(answer: (response: Response) => Promise<T>) {
  const answered = Promise.withResolvers<T>();
  const app = express().get('/', (_request, response) => {
    answer(response).then(answered.resolve, answered.reject);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, answered: answered.promise, close: () => server.close() };
}

async function* ticks(count: number, text: string) {
  for (let id = 1; id <= count; id++) yield { id, event: 'tick', data: { text } };
}

it('ends for a client that had gone before it began', async () => {
  const server = await serve(async (response) => {
    await once(response, 'close');
    const endless = new EventStreamReply(
      (async function* () {
        yield { id: 1, event: 'tick', data: { text: 'x' } };
        await new Promise(() => undefined);
      })(),
    );
    await sendEventStream(response, endless, { schema, signal });
    return 'ended';
  });
  const socket = connect({ host: '127.0.0.1', port: server.port });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n', () => socket.destroy());
  expect(await server.answered).toBe('ended');
  server.close();
});

it('brings a slow reader every event in order', async () => {
  const text = 'x'.repeat(100_000);
  const server = await serve((response) =>
    sendEventStream(response, new EventStreamReply(ticks(50, text)), { schema, signal }),
  );
  const events = await (await openEventStream(server.url, { path: '/' })).rest();
  expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  expect(events.every(({ data }) => data.text === text)).toBe(true);
  server.close();
});

it('breaks off at an event that its contract does not know', async () => {
  const server = await serve((response) =>
    sendEventStream(response, new EventStreamReply(ticks(1, 7 as never)), { schema, signal }).catch(
      (error: Error) => error.name,
    ),
  );
  expect(await (await openEventStream(server.url, { path: '/' })).rest()).toEqual([]);
  expect(await server.answered).toBe('ZodError');
  server.close();
});
