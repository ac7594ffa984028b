import type { AccountMemory } from '../../core/memory/ledger.ts';
import { AppError } from '../../errors/app-error.ts';
import { clientLeft } from '../../errors/repeated-errors.ts';
import { type ProgramInput, StdinClosedError } from '../../wire/program-input.ts';

/** Input is sent in pieces of this size. */
const pieceBytes = 64 * 1024;
/** Input of all requests that wait for one program. A single request may be larger. */
const waitingLimitBytes = 16 * 1024 * 1024;

interface Entry {
  rest: Uint8Array;
  /** Ends the count of its bytes. */
  release: () => void;
  isLast: boolean;
  done: PromiseWithResolvers<void>;
}

interface WriteOptions {
  /** The input ends after these bytes. */
  isLast: boolean;
  /** Aborts when the client leaves: what was not sent is dropped. */
  signal?: AbortSignal;
}

interface InputQueueOptions {
  /** Counts the waiting bytes; absent for input that others count. */
  memory?: AccountMemory | undefined;

  /** Error for input that comes after the last part. */
  inputEnded: () => AppError;
  programEnded: () => AppError;
}

/**
 * The input of a program, in the order of the requests. It waits until the program has started, and while the program does
 * not read.
 */
export function createInputQueue({ inputEnded, programEnded, memory }: InputQueueOptions) {
  const waiting: Entry[] = [];
  let program: ProgramInput | undefined;
  let isLastQueued = false;
  let hasEnded = false;
  let isSending = false;

  return {
    /** The program runs, and accepts input. */
    begin(running: ProgramInput): void {
      program = running;
      void sendWaiting(running);
    },

    /** Resolves when the sandbox has taken the bytes. @throws AppError `input_queue_full`, `account_memory_full`, or of the options */
    async write(bytes: Uint8Array, { isLast, signal }: WriteOptions): Promise<void> {
      if (hasEnded) throw programEnded();
      if (isLastQueued) throw inputEnded();
      if (waiting.length > 0 && waitingBytes() + bytes.length > waitingLimitBytes) throw queueFull();
      if (signal?.aborted) throw clientLeft();
      const held = memory?.take(bytes.length);
      const release = () => held?.release();
      const entry = { rest: bytes, isLast, release, done: Promise.withResolvers<void>() };
      const leave = () => drop(entry);
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(entry);
      isLastQueued = isLast;
      if (program !== undefined) void sendWaiting(program);
      await entry.done.promise.finally(() => signal?.removeEventListener('abort', leave));
    },

    /** The program has ended: rejects what waits, and all later input. */
    end: () => fail(programEnded()),
  };

  function waitingBytes(): number {
    return waiting.reduce((sum, { rest }) => sum + rest.length, 0);
  }

  async function sendWaiting(target: ProgramInput): Promise<void> {
    if (isSending) return;
    isSending = true;
    try {
      for (let entry = waiting[0]; entry !== undefined; entry = waiting[0]) {
        await send(target, entry);
        waiting.shift();
        entry.release();
        if (entry.isLast) target.endInput();
        entry.done.resolve();
      }
    } catch (error) {
      fail(error instanceof StdinClosedError ? programEnded() : error);
    }
    isSending = false;
  }

  function fail(error: unknown): void {
    hasEnded = true;
    for (const { done, release } of waiting.splice(0)) {
      release();
      done.reject(error);
    }
  }

  /** Leaves out what no client waits for any more. The piece that the sandbox is about to take is still sent. */
  function drop(entry: Entry): void {
    if (entry.isLast) isLastQueued = false;
    entry.isLast = false;
    entry.rest = new Uint8Array();
    entry.release();
    entry.done.reject(clientLeft());
    const index = waiting.indexOf(entry);
    if (index > 0 || (index === 0 && !isSending)) waiting.splice(index, 1);
  }
}

async function send(target: ProgramInput, entry: Entry): Promise<void> {
  while (entry.rest.length > 0) {
    // A copy: the piece may wait long, and must not hold the whole body.
    const piece = Buffer.from(entry.rest.subarray(0, pieceBytes));
    entry.rest = entry.rest.subarray(piece.length);
    await target.write(piece);
  }
}

function queueFull(): AppError {
  return new AppError(
    'input_queue_full',
    'More than 16 MiB of input would wait for this program. Send it when the program has read what you sent before.',
  );
}
