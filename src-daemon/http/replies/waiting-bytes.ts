import type { Response } from 'express';
import type { AccountMemory } from '../../core/memory/ledger.ts';
import { UnreadError } from '../../core/memory/unread-error.ts';

/** Interval of the looks at a connection for which bytes wait. */
const lookMs = 5000;

/**
 * Counts the bytes of a response that its client has not taken yet, of all writers. The ledger may close the
 * connection if bytes wait and the client takes none.
 */
export function countWaitingBytes(
  response: Response,
  { memory, now }: { memory: AccountMemory; now: () => number },
): void {
  const holding = memory.open();
  const writing = { write: response.write.bind(response), end: response.end.bind(response) };
  let waiting = 0;
  let unsent = 0;
  let takenAt = 0;
  let timer: NodeJS.Timeout | undefined;

  const look = () => {
    const left = unsentBytes(response);
    if (left < unsent) takenAt = now();
    unsent = left;
  };
  const begin = (bytes: number) => {
    if (waiting === 0) takenAt = now();
    waiting += bytes;
    holding.grow(bytes);
    timer ??= setInterval(look, lookMs).unref();
  };
  const taken = (bytes: number) => {
    waiting -= bytes;
    takenAt = now();
    holding.shrink(bytes);
    if (waiting > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  /** Node's functions take an encoding, a callback, both or none. */
  const count =
    <Result>(write: (chunk: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void) => Result) =>
    (...[chunk, second, third]: unknown[]): Result => {
      const encoding = typeof second === 'string' ? (second as BufferEncoding) : 'utf8';
      const done = [chunk, second, third].find((one) => typeof one === 'function') as
        | ((error?: Error) => void)
        | undefined;
      const content = typeof chunk === 'function' ? undefined : chunk;
      const bytes = sizeOf(content, encoding);
      begin(bytes);
      const result = write(content, encoding, (error) => {
        taken(bytes);
        done?.(error ?? undefined);
      });
      unsent = unsentBytes(response);
      return result;
    };
  response.write = count(writing.write as never) as Response['write'];
  response.end = count(writing.end as never) as Response['end'];

  const remove = memory.addReclaimable({
    idleSince: () => {
      look();
      return waiting > 0 ? takenAt : undefined;
    },
    reclaim: () => {
      forget();
      closeUnread(response);
    },
  });
  const forget = () => {
    remove();
    clearInterval(timer);
    holding.release();
  };
  response.once('close', forget);
  if (response.destroyed) forget();
}

/** Closes a response whose client can come back for the rest. */
export function closeUnread(response: Response): void {
  response.locals.closedUnread = new UnreadError();
  response.destroy();
}

/** Returns why the daemon closed a response; undefined if the client did. */
export function reasonOfClose(response: Response): UnreadError | undefined {
  return response.locals.closedUnread;
}

function sizeOf(chunk: unknown, encoding: BufferEncoding): number {
  if (typeof chunk === 'string') return Buffer.byteLength(chunk, encoding);
  return chunk instanceof Uint8Array ? chunk.length : 0;
}

/** The bytes that Node and the queue of its socket have. Node counts a large write as a whole until its last byte is sent. */
function unsentBytes(response: Response): number {
  const socket = response.socket as { _handle?: { writeQueueSize?: number } | null } | null;
  return socket?._handle?.writeQueueSize ?? response.writableLength;
}
