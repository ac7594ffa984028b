import { StdinClosedError } from './program-input.ts';
import type { Source } from './transport.ts';
import { firstCredit, payloadCap, wireFrame } from './wire.ts';

/** The data that one channel sends, as far as it has credit. */
export interface Outbox extends Source {
  /** Resolves when the stream has taken all bytes. @throws StdinClosedError after `end`; the reason of `close` */
  write(bytes: Uint8Array): Promise<void>;
  /** Announces the end of the data, after what was written before. */
  end(): void;
  addCredit(bytes: number): void;
  /** Drops what is left. */
  close(reason: unknown): void;
}

interface Pending extends PromiseWithResolvers<void> {
  rest: Uint8Array;
}

/** @param wake is called when there may be a frame to send */
export function createOutbox(channel: number, wake: (source: Source) => void): Outbox {
  const pending: Pending[] = [];
  let credit = firstCredit;
  let end: 'none' | 'announced' | 'sent' = 'none';
  let closed: { reason: unknown } | undefined;

  function nextFrame(): Uint8Array[] | undefined {
    const [first] = pending;
    if (first !== undefined) return credit > 0 ? dataFrame(first) : undefined;
    if (end !== 'announced') return undefined;
    end = 'sent';
    return wireFrame('E', channel);
  }

  function dataFrame(first: Pending): Uint8Array[] {
    const part = first.rest.subarray(0, Math.min(credit, payloadCap));
    first.rest = first.rest.subarray(part.length);
    credit -= part.length;
    if (first.rest.length === 0) {
      pending.shift();
      first.resolve();
    }
    return wireFrame('D', channel, part);
  }

  const outbox: Outbox = {
    nextFrame,
    write: (bytes) => {
      if (closed !== undefined) return Promise.reject(closed.reason);
      if (end !== 'none') return Promise.reject(new StdinClosedError());
      if (bytes.length === 0) return Promise.resolve();
      const entry = { ...Promise.withResolvers<void>(), rest: bytes };
      pending.push(entry);
      wake(outbox);
      return entry.promise;
    },
    end: () => {
      if (end !== 'none' || closed !== undefined) return;
      end = 'announced';
      wake(outbox);
    },
    addCredit: (bytes) => {
      credit += bytes;
      if (pending.length > 0) wake(outbox);
    },
    close: (reason) => {
      closed ??= { reason };
      end = 'sent';
      for (const { reject } of pending.splice(0)) reject(reason);
    },
  };
  return outbox;
}
