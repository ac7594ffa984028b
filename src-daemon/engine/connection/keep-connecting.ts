import { setTimeout as sleep } from 'node:timers/promises';

/** The life of one connection attempt. */
export interface ConnectionLife {
  /** Aborts when the keeper is closed. */
  closed: AbortSignal;
  /** Reports that the first attempt has succeeded. */
  onTried: () => void;
}

export interface ConnectionKeeper {
  /** Starts to connect. Resolves after the first attempt, successful or not; further attempts follow until `close`. */
  open(): Promise<void>;
  /** Ends the connection. Resolves when the last attempt has ended. */
  close(): Promise<void>;
}

/**
 * Keeps a connection: connects again each time that it ends.
 * @param connect keeps one connection until it is lost, and returns how long to wait before the next, in ms. Never rejects.
 */
export function keepConnecting(connect: (life: ConnectionLife) => Promise<number>): ConnectionKeeper {
  const closed = new AbortController();
  const tried = Promise.withResolvers<void>();
  let loop: Promise<void> | undefined;

  async function keep(): Promise<void> {
    while (!closed.signal.aborted) {
      const pauseMs = await connect({ closed: closed.signal, onTried: tried.resolve });
      tried.resolve();
      await sleep(pauseMs, undefined, { signal: closed.signal }).catch(() => {});
    }
  }

  return {
    open: () => {
      loop ??= keep();
      return tried.promise;
    },
    close: async () => {
      closed.abort(new Error('closed'));
      tried.resolve();
      await loop;
    },
  };
}
