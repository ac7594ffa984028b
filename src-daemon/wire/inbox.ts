import { createHeldBytes } from './held-bytes.ts';
import { ProtocolError } from './protocol-error.ts';
import { firstCredit, payloadCap } from './wire.ts';

/** The received data of one channel. It is passed to the consumer in order, one chunk at a time. */
export interface Inbox {
  /** @throws ProtocolError if the sender had no credit for it */
  push(stream: number, chunk: Buffer): void;
  /** Calls `listener` once, when the consumer has taken everything that was pushed before. */
  whenTaken(listener: () => void): void;
  /** Drops what is held, and everything that follows. */
  discard(): void;
}

interface InboxOptions {
  /** Takes a chunk. The next one follows when the returned promise has resolved. */
  onData: (stream: number, chunk: Buffer) => void | Promise<void>;
  /** Called with credit for the sender. */
  onCredit: (bytes: number) => void;
  /** Called if the consumer throws or rejects. Nothing is passed to it after that. */
  onFailure: (error: unknown) => void;
}

/** Credit is returned in steps of this size, which leaves the sender enough to continue. */
const creditStep = 64 * 1024;

export function createInbox({ onData, onCredit, onFailure }: InboxOptions): Inbox {
  const held = createHeldBytes();
  let credit = firstCredit;
  let takenBytes = 0;
  let isBusy = false;
  let isDiscarded = false;
  let onTaken: (() => void) | undefined;

  function acknowledge(bytes: number): void {
    takenBytes += bytes;
    if (takenBytes < creditStep || isDiscarded) return;
    credit += takenBytes;
    onCredit(takenBytes);
    takenBytes = 0;
  }

  /** Passes one chunk on. Returns true if the consumer has taken it at once. */
  function deliver(stream: number, chunk: Buffer): boolean {
    try {
      const taken = onData(stream, chunk);
      if (taken === undefined) {
        acknowledge(chunk.length);
        return true;
      }
      isBusy = true;
      taken.then(() => {
        isBusy = false;
        acknowledge(chunk.length);
        advance();
      }, fail);
    } catch (error) {
      fail(error);
    }
    return false;
  }

  function advance(): void {
    while (!isBusy && !isDiscarded && !held.isEmpty) {
      const { stream, chunk } = held.take(payloadCap);
      deliver(stream, chunk);
    }
    if (isBusy || onTaken === undefined) return;
    const listener = onTaken;
    onTaken = undefined;
    listener();
  }

  function fail(error: unknown): void {
    discard();
    onFailure(error);
  }

  function discard(): void {
    isDiscarded = true;
    isBusy = false;
    while (!held.isEmpty) held.take(payloadCap);
    advance();
  }

  return {
    push: (stream, chunk) => {
      credit -= chunk.length;
      if (credit < 0) throw new ProtocolError('a channel exceeds its credit');
      if (isDiscarded || chunk.length === 0) return;
      if (isBusy || !held.isEmpty) held.add(stream, chunk);
      else deliver(stream, chunk);
    },
    whenTaken: (listener) => {
      onTaken = listener;
      advance();
    },
    discard,
  };
}
