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
      return within(answerTimeoutMs, pending.get(name) ?? track(name, request({ service, account })));
    },

    write: async (account, text) => {
      const name = `write ${account}`;
      // Only waited for, not joined: an earlier text must not pass for this one.
      const earlier = pending.get(name);
      if (earlier !== undefined)
        await within(answerTimeoutMs, { ...earlier, answer: earlier.answer.catch(() => null) });
      await within(answerTimeoutMs, track(name, request({ service, account, text })));
    },

    remove: async (account) => {
      await within(answerTimeoutMs, request({ service, account, remove: true }));
    },
  };
}

/** The one keyring of the daemon. */
export const osKeyring = createKeyring({ connectTimeoutMs: 5000, answerTimeoutMs: 3000 });

async function within(timeoutMs: number, { connected, answer }: KeyringCall): Promise<string | null> {
  const late = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const expire = () =>
    late.reject(
      new KeyStoreError('unlock_pending', 'The keychain is asking you to unlock it; Strongroom goes on by itself.'),
    );
  // A store that is frozen asks nobody: until it has answered at all, another limit holds.
  void connected.then(() => {
    timer = setTimeout(expire, timeoutMs);
  });
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
