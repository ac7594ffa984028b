import { timingSafeEqual } from 'node:crypto';
import { type KeyStore, KeyStoreError } from './key-store.ts';

/**
 * Writes the master key to a key store, reads it back and compares it, so that no data depends on a key that was lost.
 * @throws KeyStoreError `not_kept` when the store returns another key or none, and what the store itself throws
 */
export async function storeMaster(keyStore: KeyStore, master: Uint8Array): Promise<void> {
  await keyStore.writeMaster(master);
  const stored = await keyStore.readMaster();
  const isSame = stored?.length === master.length && timingSafeEqual(stored, master);
  stored?.fill(0);
  if (isSame) return;
  throw new KeyStoreError(
    'not_kept',
    `The key store "${keyStore.kind}" accepted the master key but does not return it. Choose another kind of key store: os, file or passphrase.`,
  );
}
