import { TimeLimitError, within } from '../../src-shared-node/within.ts';
import { KeyStoreError } from './key-store.ts';
import { createKeyringProcess, type KeyringCall } from './keyring-process.ts';

const service = 'Strongroom';

export interface Keyring {
  /** Returns the text of the entry; null if there is none. */
  read(account: string): Promise<string | null>;
  write(account: string, text: string): Promise<void>;
  /** Does nothing if there is none. */
  remove(account: string): Promise<void>;
}

interface KeyringOptions {
  /** Time limit for the first answer of the store. */
  connectTimeoutMs: number;
  /** Time limit for an entry. After it, the store is assumed to be asking the user for a password. */
  answerTimeoutMs: number;
}

/**
 * Accesses the entries of service `Strongroom` in the key store of the operating system, with a time limit for each
 * call.
 * If the store asks the user to unlock it, the call fails with `unlock_pending`. A later call waits for the same dialog
 * instead of opening a second one.
 */
export function createKeyring({ connectTimeoutMs, answerTimeoutMs }: KeyringOptions): Keyring {
  const request = createKeyringProcess({ connectTimeoutMs });
  const pending = new Map<string, KeyringCall>();

  function track(name: string, started: KeyringCall): KeyringCall {
    pending.set(name, started);
    const forget = () => pending.delete(name);
    started.answer.then(forget, forget);
    return started;
  }

  return {
    read: (account) => {
      const name = `read ${account}`;
      return answerOf(pending.get(name) ?? track(name, request({ service, account })), answerTimeoutMs);
    },

    write: async (account, text) => {
      const name = `write ${account}`;
      // Waits for the earlier write without using its result, because its text may be different.
      const earlier = pending.get(name);
      if (earlier !== undefined)
        await answerOf({ ...earlier, answer: earlier.answer.catch(() => null) }, answerTimeoutMs);
      await answerOf(track(name, request({ service, account, text })), answerTimeoutMs);
    },

    remove: async (account) => {
      await answerOf(request({ service, account, remove: true }), answerTimeoutMs);
    },
  };
}

/** The keyring of the daemon. */
export const osKeyring = createKeyring({ connectTimeoutMs: 5000, answerTimeoutMs: 3000 });

/**
 * Returns the answer of a call. The time limit starts when the store has answered; the connection has its own limit.
 * @throws KeyStoreError `unlock_pending` after `timeoutMs`: the store asks its owner to unlock it
 */
async function answerOf({ connected, answer }: KeyringCall, timeoutMs: number): Promise<string | null> {
  await Promise.race([connected, answer]);
  return within(timeoutMs, answer).catch((error: unknown) => {
    if (!(error instanceof TimeLimitError)) throw error;
    throw new KeyStoreError(
      'unlock_pending',
      'The keychain asks you to unlock it. Strongroom then continues automatically.',
    );
  });
}
