import { TimeLimitError, within } from '../../src-shared-node/within.ts';
import { KeyStoreError } from './key-store.ts';
import { createKeyringProcess, type KeyringCall } from './keyring-process.ts';

const service = 'Strongroom';

export interface Keyring {
  /** The entry's text; null when there is none. */
  read(account: string): Promise<string | null>;
  write(account: string, text: string): Promise<void>;
  /** Also when there is none. */
  remove(account: string): Promise<void>;
}

interface KeyringOptions {
  /** How long the store may take to answer at all. */
  connectTimeoutMs: number;
  /** How long an entry of a store that answers may take before its owner is taken to be asked for a password. */
  answerTimeoutMs: number;
}

/**
 * The entries of service `Strongroom` in the key store of the OS, with a time limit on everything. Where the store
 * asks its owner to unlock it, the caller is told so, and a later call waits for that same question instead of putting
 * a second one over it.
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
      // Only waited for, not joined: an earlier text must not pass for this one.
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

/** The one keyring of the daemon. */
export const osKeyring = createKeyring({ connectTimeoutMs: 5000, answerTimeoutMs: 3000 });

/**
 * The answer of a call. The time limit starts when the store has answered at all: until then the connection has its own.
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
