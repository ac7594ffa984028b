import type { KeyStoreKind } from './key-store.ts';

/** Returns the message of the first start on new data: how the data can be lost, and how to prevent that. */
export function firstStartMessage(kind: KeyStoreKind): string {
  const losses = {
    os: 'Your data opens only with the entry "Strongroom" of the keychain: without a backup, losing the entry loses the data.',
    file: 'Your data opens only with its key file: without a backup, losing the file loses the data.',
    passphrase: 'Your data opens only with its passphrase: without a backup, losing the passphrase loses the data.',
  } satisfies Record<KeyStoreKind, string>;
  return `${losses[kind]} Make a backup: strongroom backup FILE`;
}
