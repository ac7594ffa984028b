import { within } from '../../src-shared-node/within.ts';

const service = 'Strongroom CLI';
/** A keychain that asks its owner to unlock it may take this long. */
const limitMs = 60_000;

/** The entry; undefined when there is none or no keychain answers. */
export async function readKeychain(account: string): Promise<string | undefined> {
  return orUndefined(async () => (await entryOf(account)).getPassword());
}

/** False when no keychain took it and gives it back. */
export async function writeKeychain(account: string, text: string): Promise<boolean> {
  const back = await orUndefined(async () => {
    const entry = await entryOf(account);
    await entry.setPassword(text);
    return entry.getPassword();
  });
  return back === text;
}

export async function removeFromKeychain(account: string): Promise<void> {
  await orUndefined(async () => (await entryOf(account)).deletePassword());
}

/**
 * On Linux only the Secret Service will do: the binding's default falls back to the kernel's keyring, which forgets at a
 * reboot. Loaded when it is needed: most commands of a machine without a keychain never do.
 */
async function entryOf(account: string) {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
}

/**
 * Returns undefined if the keychain has no entry, or if the call fails or takes longer than the limit: to this command a
 * keychain that is locked or does not answer is the same as none.
 */
async function orUndefined<T>(work: () => Promise<T | null | undefined>): Promise<T | undefined> {
  return within(limitMs, work()).then(
    (found) => found ?? undefined,
    () => undefined,
  );
}
