import type { KeyStoreKind } from './key-store.ts';

/** What a user must know once, at the first start on new data: what loses it for good, and what prevents that. */
export function firstStartMessage(kind: KeyStoreKind): string {
  const losses = {
    os: 'Your data opens only with the entry "Strongroom" of the keychain: without a backup, losing the entry loses the data.',
    file: 'Your data opens only with its key file: without a backup, losing the file loses the data.',
    passphrase: 'Your data opens only with its passphrase: nobody can open it without.',
  } satisfies Record<KeyStoreKind, string>;
  return `${losses[kind]} Make a backup: strongroom backup FILE`;
}
