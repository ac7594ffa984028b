import { randomBytes } from 'node:crypto';
import { ProtocolError } from '../../../wire/protocol-error.ts';

/** Asks init whether it still answers. One ping is in progress at a time. */
export interface Ping {
  /** Resolves when init answers. Rejects if it does not in time, and fails the session. */
  send(): Promise<void>;
  /** Sends a ping without a caller that waits, unless the sandbox is paused. */
  expect(): void;
  /** Takes a pong. @throws ProtocolError if it answers no ping */
  receive(payload: Buffer): void;
  setPaused(isPaused: boolean): void;
  end(reason: unknown): void;
}

interface PingOptions {
  limitMs: number;
  send: (id: Buffer) => void;
  fail: (error: unknown) => void;
}

interface Pending extends PromiseWithResolvers<void> {
  id: Buffer;
  timer: NodeJS.Timeout | undefined;
}

const idBytes = 8;

export function createPing(options: PingOptions): Ping {
  let pending: Pending | undefined;
  let isPaused = false;
  let ended: { reason: unknown } | undefined;

  function onLate(): void {
    const error = new ProtocolError('init does not answer');
    pending?.reject(error);
    options.fail(error);
  }

  function startTimer(): NodeJS.Timeout | undefined {
    return isPaused ? undefined : setTimeout(onLate, options.limitMs).unref();
  }

  function send(): Promise<void> {
    if (ended !== undefined) return Promise.reject(ended.reason);
    if (pending !== undefined) return pending.promise;
    const id = randomBytes(idBytes);
    pending = { ...Promise.withResolvers<void>(), id, timer: startTimer() };
    pending.promise.catch(() => {});
    options.send(id);
    return pending.promise;
  }

  return {
    send,
    expect: () => {
      if (!isPaused) void send().catch(() => {});
    },
    receive: (payload) => {
      if (pending === undefined || !pending.id.equals(payload)) throw new ProtocolError('a pong without its ping');
      clearTimeout(pending.timer);
      pending.resolve();
      pending = undefined;
    },
    setPaused: (next) => {
      isPaused = next;
      if (pending === undefined) return;
      clearTimeout(pending.timer);
      pending.timer = startTimer();
    },
    end: (reason) => {
      ended = { reason };
      clearTimeout(pending?.timer);
      pending?.reject(reason);
      pending = undefined;
    },
  };
}
