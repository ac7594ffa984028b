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
  const sender = createSender(send);
  const received = createReceived(send);
  let isClosedByChild = false;
  const ends = createEnds(send);

  const stream = openStream(send, { sender, received, ends });
  const closed = new Promise<void>((resolve) => {
    stream.on('error', () => {}).on('close', resolve);
  });

  const handlers: Record<string, (payload: Buffer) => void> = {
    A: () => {
      accepted.resolve();
      sender.addCredit(firstCredit);
    },
    N: (payload) => {
      accepted.reject(new RefusedError(payload.readUInt32BE(0)));
      stream.destroy(new RefusedError(payload.readUInt32BE(0)));
    },
    D: (payload) => {
      received.add(payload.length);
      if (stream.destroyed || stream.push(payload)) received.returnCredit();
    },
    E: () => {
      if (!stream.destroyed) stream.push(null);
      ends.add('other');
    },
    W: (payload) => sender.addCredit(payload.readUInt32BE(0)),
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

interface Directions {
  sender: ReturnType<typeof createSender>;
  received: ReturnType<typeof createReceived>;
  ends: ReturnType<typeof createEnds>;
}

/** Returns the program's end of the channel. */
function openStream(send: Send, { sender, received, ends }: Directions): Duplex {
  return new Duplex({
    read: received.returnCredit,
    write: (chunk: Buffer, _encoding, done) => sender.write(chunk, done),
    final(done) {
      send('E');
      ends.add('own');
      done();
    },
    destroy(error, done) {
      // Init sees the end of a socket that its program has closed, and drops what still arrives for it.
      if (error === null && !ends.hasOwn()) {
        send('E');
        ends.add('own');
      }
      done(error);
    },
  });
}

/** Sends data as far as there is credit. */
function createSender(send: Send) {
  let credit = 0;
  let pending: { rest: Buffer; done: () => void } | undefined;

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

  return {
    /** Calls `done` when the last byte was sent. There is one write at a time. */
    write(bytes: Buffer, done: () => void): void {
      pending = { rest: bytes, done };
      flush();
    },
    addCredit(bytes: number): void {
      credit += bytes;
      flush();
    },
  };
}

/** Confirms the end of a channel when both directions have ended. */
function createEnds(send: Send) {
  const ended = new Set<'own' | 'other'>();
  return {
    hasOwn: () => ended.has('own'),
    add(side: 'own' | 'other'): void {
      ended.add(side);
      if (ended.size === 2) send('Q', u32(0));
    },
  };
}

/** Counts the bytes that were received since credit was returned. */
function createReceived(send: Send) {
  let bytes = 0;
  return {
    add(more: number): void {
      bytes += more;
    },
    returnCredit(): void {
      if (bytes === 0) return;
      send('W', u32(bytes));
      bytes = 0;
    },
  };
}
