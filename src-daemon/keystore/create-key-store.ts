import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { base64Bytes } from '../../src-shared/formats/base64.ts';
import type { SecretValue } from '../crypto/secret-value.ts';
import { createFileKeyStore } from './file-key-store.ts';
import type { Instance } from './instance-file.ts';
import { type KeyStore, KeyStoreError, type KeyStoreKind } from './key-store.ts';
import type { Keyring } from './keyring.ts';
import { createOsKeyStore } from './os-key-store.ts';
import { createPassphraseKeyStore } from './passphrase-key-store.ts';

/** The settings of the configuration that a key store needs. */
export interface KeyStoreSettings {
  dataDir: string;
  isDefaultDataDir: boolean;
  /** Folder of the key file. It is outside of the data folder, so that a copy of the data folder has no key. */
  keyDir: string;
  keyStoreKind: KeyStoreKind | undefined;
  keyStoreFallback: 'file' | undefined;
  passphrase: SecretValue | undefined;
}

/**
 * Creates the key store of an instance, of its recorded kind.
 * @throws KeyStoreError `passphrase_missing`
 */
export function createKeyStore(instance: Instance, settings: KeyStoreSettings & { keyring: Keyring }): KeyStore {
  const { instanceId } = instance;
  if (instance.keyStore === 'os') return createOsKeyStore({ instanceId, keyring: settings.keyring });
  mkdirSync(settings.keyDir, { recursive: true, mode: 0o700 });
  const [keyFile, anchorFile, sessionFile] = settings.isDefaultDataDir
    ? [`${instanceId}.key`, `${instanceId}.audit-head`, `${instanceId}.session`]
    : ['master.key', 'audit-head', 'session'];
  const anchorPath = join(settings.keyDir, anchorFile);
  const sessionPath = join(settings.keyDir, sessionFile);
  if (instance.keyStore === 'file') {
    return createFileKeyStore({ instanceId, keyPath: join(settings.keyDir, keyFile), anchorPath, sessionPath });
  }
  if (settings.passphrase === undefined || instance.passphrase === undefined) {
    throw new KeyStoreError(
      'passphrase_missing',
      'This data is protected by a passphrase. Set STRONGROOM_PASSPHRASE to it.',
    );
  }
  return createPassphraseKeyStore({
    instanceId,
    passphrase: settings.passphrase,
    salt: base64Bytes(instance.passphrase.salt),
    // The sealed key may be in the data folder: a copy of the folder opens only with the passphrase.
    sealedMasterPath: join(settings.dataDir, 'master.sealed'),
    anchorPath,
    sessionPath,
  });
}
