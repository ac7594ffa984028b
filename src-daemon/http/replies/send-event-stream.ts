import { once } from 'node:events';
import type { Response } from 'express';
import type { z } from 'zod';
import type { AccountMemory } from '../../core/memory/ledger.ts';
import type { EventStreamReply } from '../handler.ts';
import { createUntilClosed } from './until-closed.ts';
import { closeUnread } from './waiting-bytes.ts';

const keepAliveMs = 15_000;

/** An event of at most this size is sent without a look at the ledger. */
const smallBytes = 16 * 1024;

interface StreamOptions {
  schema: z.ZodType;
  /** Counts the events that wait for the client. */
  memory?: AccountMemory | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/**
 * Sends events as server-sent events (HTML Living Standard, 9.2) until they end or the client disconnects, at the
 * client's pace; a comment every 15 s keeps the connection. A large event waits until the account has room for it. If
 * there is none for a minute, the stream is closed, and the client can resume it.
 */
export async function sendEventStream(
  response: Response,
  reply: EventStreamReply,
  { schema, memory, signal }: StreamOptions,
): Promise<void> {
  // Nothing would ever tell again that such a response is closed.
  if (response.destroyed) return;
  response.status(200).set({ 'Content-Type': 'text/event-stream; charset=utf-8', 'X-Accel-Buffering': 'no' });
  response.flushHeaders();
  // A client for which bytes wait needs no sign of life.
  const keepAlive = setInterval(() => response.writableNeedDrain || response.write(': keep-alive\n\n'), keepAliveMs);
  const iterator = reply.events[Symbol.asyncIterator]();
  const untilClosed = createUntilClosed(response);
  try {
    while (true) {
      const next = await untilClosed(iterator.next());
      if (next === undefined || next.done) break;
      const { id, event, data } = next.value;
      schema.parse({ event, data });
      const bytes = Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      if (bytes.length > smallBytes && !(await isAllowed(bytes.length, { memory, signal }))) closeUnread(response);
      if (response.destroyed) break;
      const accepted = response.write(bytes);
      if (!accepted) await untilClosed(once(response, 'drain'));
    }
  } finally {
    clearInterval(keepAlive);
    void iterator.return?.();
    response.end();
  }
}

/** Returns false if the account has no room for a minute, or the client has disconnected. */
async function isAllowed(
  bytes: number,
  { memory, signal }: Pick<StreamOptions, 'memory' | 'signal'>,
): Promise<boolean> {
  const free = memory?.whenFree(bytes, signal) ?? Promise.resolve();
  return free.then(
    () => true,
    () => false,
  );
}
