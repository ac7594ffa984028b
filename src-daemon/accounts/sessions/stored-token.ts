import { setTimeout as sleep } from 'node:timers/promises';
import { SealError } from '../../crypto/seal.ts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { type KeyStore, KeyStoreError } from '../../keystore/key-store.ts';
import { listKeptSessions } from './sessions.store.ts';

interface KeptTokenDeps {
  database: Database;
  store: Pick<KeyStore, 'readSession' | 'writeSession' | 'forgetSession'>;
  log: Record<'warn', (fields: object, message: string) => void>;
}

export type KeptToken = ReturnType<typeof createKeptToken>;

const lastAccessLimitMs = 1000;

/** The token of the remembered session in the key store, one access at a time. */
export function createKeptToken({ database, store, log }: KeptTokenDeps) {
  let last: Promise<unknown> = Promise.resolve();
  let mayBeThere = hasKept(database);

  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const mine = last.then(work, work);
    last = mine.catch(() => undefined);
    return mine;
  }

  return {
    /**
     * Undefined where there is none, or none that opens any more.
     * @throws AppError `locked`, `key_store_unavailable`
     */
    read: (): Promise<string | undefined> =>
      inOrder(() => store.readSession()).catch((error: unknown) => {
        if (error instanceof SealError) return undefined;
        return explain(error);
      }),

    /** @throws AppError `locked`, `key_store_unavailable` */
    write: (token: string): Promise<void> => {
      mayBeThere = true;
      return inOrder(() => store.writeSession(token)).catch(explain);
    },

    /**
     * Removes a token that opens nothing any more, off the request's path. Where that fails the token stays as it is,
     * worthless, until the next time.
     */
    tidy: (): void => {
      if (!mayBeThere || hasKept(database)) return;
      mayBeThere = false;
      void inOrder(async () => {
        if (!hasKept(database)) await store.forgetSession();
      }).catch((error: unknown) => {
        mayBeThere = true;
        log.warn({ err: error }, 'the remembered session has ended, but the key store did not delete its token');
      });
    },

    /** Waits for what is under way, no longer than 1 s. */
    settled: async (): Promise<void> => {
      await Promise.race([last, sleep(lastAccessLimitMs, undefined, { ref: false })]);
    },
  };
}

function hasKept(database: Database): boolean {
  return listKeptSessions(database.read).length > 0;
}

function explain(error: unknown): never {
  if (!(error instanceof KeyStoreError)) throw error;
  const message =
    error.reason === 'unlock_pending'
      ? 'The keychain does not answer. It may be asking you to unlock it: unlock it and try again.'
      : 'The keychain is locked. Unlock it and try again.';
  if (error.isLocked) throw new AppError('locked', message, { cause: error });
  throw new AppError('key_store_unavailable', error.message, { cause: error });
}
