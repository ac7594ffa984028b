import { Duplex } from 'node:stream';
import { u32 } from '../engine/init-peer.ts';

const payloadCap = 64 * 1024;
const firstCredit = 256 * 1024;
const canceled = 125;

/** One connection of a program, as the relay and init pass it on. */
export interface RelayConnection {
  number: number;
  /** The program's end. */
  stream: Duplex;
  /** Resolves when the child has accepted it. Rejects with a {@link RefusedError}. */
  accepted: Promise<void>;
  /** Resolves when the program's end has closed, with or without an error. */
  closed: Promise<void>;
  /** True if the child has closed the channel (`X`). */
  readonly isClosedByChild: boolean;
  /** Takes a frame of the child. */
  receive(type: string, payload: Buffer): void;
}

export class RefusedError extends Error {
  readonly errno: number;

  constructor(errno: number) {
    super(`refused with errno ${errno}`);
    this.errno = errno;
  }
}

type Send = (type: string, payload?: Uint8Array) => void;

/** Plays init's side of one channel, with its credit in both directions. */
export function createRelayChannel(number: number, send: Send): RelayConnection {
  const accepted = Promise.withResolvers<void>();
  accepted.promise.catch(() => {});
  let credit = 0;
  let receivedBytes = 0;
  let isClosedByChild = false;
  let hasEnded = { own: false, other: false };
  let pending: { rest: Buffer; done: (error?: Error | null) => void } | undefined;

  function flush(): void {
    while (pending !== undefined && credit > 0) {
      const part = pending.rest.subarray(0, Math.min(credit, payloadCap));
      credit -= part.length;
      pending.rest = pending.rest.subarray(part.length);
      send('D', part);
      if (pending.rest.length > 0) continue;
      const { done } = pending;
      pending = undefined;
      done();
    }
  }

  function returnCredit(): void {
    if (receivedBytes === 0) return;
    send('W', u32(receivedBytes));
    receivedBytes = 0;
  }

  function end(side: 'own' | 'other'): void {
    hasEnded = { ...hasEnded, [side]: true };
    if (hasEnded.own && hasEnded.other) send('Q', u32(0));
  }

  const stream = new Duplex({
    read: returnCredit,
    write(chunk: Buffer, _encoding, done) {
      pending = { rest: chunk, done };
      flush();
    },
    final(done) {
      send('E');
      end('own');
      done();
    },
    destroy(error, done) {
      // Init sees the end of a socket that its program has closed, and drops what still arrives for it.
      if (error === null && !hasEnded.own) {
        send('E');
        end('own');
      }
      done(error);
    },
  });
  const closed = new Promise<void>((resolve) => {
    stream.on('error', () => {}).on('close', resolve);
  });

  const handlers: Record<string, (payload: Buffer) => void> = {
    A: () => {
      credit += firstCredit;
      accepted.resolve();
      flush();
    },
    N: (payload) => {
      accepted.reject(new RefusedError(payload.readUInt32BE(0)));
      stream.destroy(new RefusedError(payload.readUInt32BE(0)));
    },
    D: (payload) => {
      receivedBytes += payload.length;
      if (stream.destroyed || stream.push(payload)) returnCredit();
    },
    E: () => {
      if (!stream.destroyed) stream.push(null);
      end('other');
    },
    W: (payload) => {
      credit += payload.readUInt32BE(0);
      flush();
    },
    X: () => {
      isClosedByChild = true;
      stream.destroy(new Error('the child closed the channel'));
      send('Q', u32(canceled));
    },
  };

  return {
    number,
    stream,
    accepted: accepted.promise,
    closed,
    get isClosedByChild() {
      return isClosedByChild;
    },
    receive: (type, payload) => {
      const handler = handlers[type];
      if (handler === undefined) throw new Error(`an unknown frame of the child: ${type}`);
      handler(payload);
    },
  };
}
