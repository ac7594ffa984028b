import type { ResultOf } from '../../src-shared-node/offline-protocol.ts';
import { keyCheckValue } from '../crypto/key-hierarchy.ts';
import type { SecretValue } from '../crypto/secret-value.ts';
import { createKeyStore, type KeyStoreSettings } from '../keystore/create-key-store.ts';
import { newInstance, readInstance, writeInstance } from '../keystore/instance-file.ts';
import type { KeyStoreKind } from '../keystore/key-store.ts';
import { osKeyring } from '../keystore/keyring.ts';
import { openMaster } from '../keystore/open-master.ts';
import { storeMaster } from '../keystore/store-master.ts';
import { OfflineError } from './offline-error.ts';

interface MoveInput {
  config: KeyStoreSettings;
  databaseExists: boolean;
  kind: KeyStoreKind;
  /** For the kind `passphrase`. */
  newPassphrase: SecretValue | undefined;
}

/**
 * Moves the master key of a data folder, which this process has locked, to another kind of key store. The old store
 * deletes the key after the new one has returned it. The data is not encrypted again.
 * @throws OfflineError, KeyStoreError
 */
export async function moveKeyStore({
  config,
  databaseExists,
  kind,
  newPassphrase,
}: MoveInput): Promise<ResultOf<'move'>> {
  if (!databaseExists)
    throw new OfflineError('no_data', `There is no data in ${config.dataDir}. Choose another folder with --data-dir.`);
  const settings = { ...config, keyStoreKind: undefined };
  const { master, keyStore: old } = await openMaster({ config: settings, databaseExists });
  try {
    const before = readInstance(config.dataDir);
    if (before === undefined || before.keyStore === kind)
      throw new OfflineError('same_kind', `The key is in the key store "${kind}" already. Nothing was changed.`);
    const instance = { ...newInstance(kind, before.instanceId), keyCheck: keyCheckValue(master) };
    const next = createKeyStore(instance, { ...settings, passphrase: newPassphrase, keyring: osKeyring });
    const auditHead = await old.readAnchor();
    await storeMaster(next, master);
    if (auditHead !== undefined) await next.writeAnchor(auditHead);
    writeInstance(config.dataDir, instance);
    await old.forgetMaster();
    return { from: old.kind, to: next.kind };
  } finally {
    master.fill(0);
  }
}
