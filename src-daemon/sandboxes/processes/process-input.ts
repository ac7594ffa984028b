import { AppError } from '../../core/app-error.ts';
import { clientLeft } from '../../core/repeated-errors.ts';
import { type LiveProcess, StdinClosedError } from '../../engine/live-sandbox.ts';

/** Input is sent in pieces of this size. */
const pieceBytes = 64 * 1024;
/** Input of all requests that wait for one process. A single request may be larger. */
const waitingLimitBytes = 16 * 1024 * 1024;

interface Entry {
  rest: Uint8Array;
  isLast: boolean;
  done: PromiseWithResolvers<void>;
}

interface WriteOptions {
  /** The input ends after these bytes. */
  isLast: boolean;
  /** Aborts when the client leaves: what was not sent is dropped. */
  signal?: AbortSignal;
}

/** The input of a process, in the order of the requests. It waits while the program does not read. */
export function createProcessInput() {
  const waiting: Entry[] = [];
  let live: Pick<LiveProcess, 'write' | 'endInput'> | undefined;
  let isClosed = false;
  let isSending = false;

  return {
    /** The process runs, and accepts input. */
    begin(running: Pick<LiveProcess, 'write' | 'endInput'>): void {
      live = running;
    },

    /** Resolves when the sandbox has taken the bytes. @throws AppError `process_ended`, `input_queue_full` */
    async write(bytes: Uint8Array, { isLast, signal }: WriteOptions): Promise<void> {
      if (live === undefined || isClosed) throw processEnded();
      if (waiting.length > 0 && waitingBytes() + bytes.length > waitingLimitBytes) throw queueFull();
      const entry = { rest: bytes, isLast, done: Promise.withResolvers<void>() };
      const leave = () => drop(entry);
      if (signal?.aborted) throw clientLeft();
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
      isClosed = isLast;
      void sendWaiting(live);
      await entry.done.promise.finally(() => signal?.removeEventListener('abort', leave));
    },
  };

  function waitingBytes(): number {
    return waiting.reduce((sum, { rest }) => sum + rest.length, 0);
  }

  async function sendWaiting(target: Pick<LiveProcess, 'write' | 'endInput'>): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (let entry = waiting[0]; entry !== undefined; entry = waiting[0]) {
        await send(target, entry);
        waiting.shift();
        if (entry.isLast) target.endInput();
        entry.done.resolve();
      }
    } catch (error) {
      isClosed = true;
      const cause = error instanceof StdinClosedError ? processEnded() : error;
      for (const { done } of waiting.splice(0)) done.reject(cause);
    }
    isSending = false;
  }

  /** Leaves out what no client waits for any more. The piece that the sandbox is about to take is still sent. */
  function drop(entry: Entry): void {
    if (entry.isLast) isClosed = false;
    entry.isLast = false;
    entry.rest = new Uint8Array();
    entry.done.reject(clientLeft());
    const index = waiting.indexOf(entry);
    if (index > 0) waiting.splice(index, 1);
  }
}

async function send(target: Pick<LiveProcess, 'write'>, entry: Entry): Promise<void> {
  while (entry.rest.length > 0) {
    // A copy: the piece may wait long, and must not hold the whole body.
    const piece = Buffer.from(entry.rest.subarray(0, pieceBytes));
    entry.rest = entry.rest.subarray(piece.length);
    await target.write(piece);
  }
}

/** Returns the error for a process, or its input, that has ended. */
export function processEnded(): AppError {
  return new AppError(
    'process_ended',
    'The process, or its input, has ended already. Input that it has not read is lost.',
  );
}

function queueFull(): AppError {
  return new AppError(
    'input_queue_full',
    'More than 16 MiB of input would wait for this process. Send it when the program has read what you sent before.',
  );
}
