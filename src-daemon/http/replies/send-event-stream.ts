import { once } from 'node:events';
import type { Response } from 'express';
import type { z } from 'zod';
import type { EventStreamReply } from '../handler.ts';
import { createUntilClosed } from './until-closed.ts';

const keepAliveMs = 15_000;

/**
 * Sends events as server-sent events (HTML Living Standard, 9.2) until they end or the client disconnects, at the
 * client's pace; a comment every 15 s keeps the connection.
 */
export async function sendEventStream(response: Response, reply: EventStreamReply, schema: z.ZodType): Promise<void> {
  // Nothing would ever tell again that such a response is closed.
  if (response.destroyed) return;
  response.status(200).set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
  response.flushHeaders();
  const keepAlive = setInterval(() => response.write(': keep-alive\n\n'), keepAliveMs);
  const iterator = reply.events[Symbol.asyncIterator]();
  const untilClosed = createUntilClosed(response);
  try {
    while (true) {
      const next = await untilClosed(iterator.next());
      if (next === undefined || next.done) break;
      const { id, event, data } = next.value;
      schema.parse({ event, data });
      const accepted = response.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (!accepted) await untilClosed(once(response, 'drain'));
    }
  } finally {
    clearInterval(keepAlive);
    void iterator.return?.();
    response.end();
  }
}
