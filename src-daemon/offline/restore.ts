import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { base64Bytes } from '../../src-shared/formats/base64.ts';
import type { ResultOf } from '../../src-shared-node/offline-protocol.ts';
import { deriveKeys, keyCheckValue } from '../crypto/key-hierarchy.ts';
import { isSoundDatabase } from '../db/copy-database.ts';
import { createKeyStore, type KeyStoreSettings } from '../keystore/create-key-store.ts';
import { type Instance, newInstance, writeInstance } from '../keystore/instance-file.ts';
import { osKeyring } from '../keystore/keyring.ts';
import { storeMaster } from '../keystore/store-master.ts';
import { removeDatabase } from './back-up.ts';
import { openBackup } from './backup-file.ts';
import { OfflineError } from './offline-error.ts';

interface RestoreInput {
  config: KeyStoreSettings;
  file: string;
  passphrase: string;
  /** Moves existing data to a separate folder. */
  replace: boolean;
}

const dataNames = ['strongroom.db', 'strongroom.db-wal', 'strongroom.db-shm', 'instance.json', 'master.sealed'];

/**
 * Restores a backup into a data folder that this process has locked. The key is stored in the key store of
 * `--key-store`,
 * by default that of the operating system. The backup is opened and checked before existing data is moved.
 * @throws OfflineError, KeyStoreError
 */
export async function restore({ config, file, passphrase, replace }: RestoreInput): Promise<ResultOf<'restore'>> {
  const databasePath = join(config.dataDir, 'strongroom.db');
  if (!replace && existsSync(databasePath)) {
    const message = `${config.dataDir} has data already. Choose an empty folder with --data-dir, or move the data aside with --replace.`;
    throw new OfflineError('data_exists', message);
  }
  const incoming = `${databasePath}.${process.pid}.restoring`;
  try {
    const header = await openBackup(file, passphrase, incoming);
    const master = base64Bytes(header.master);
    checkDatabase(incoming, master);
    // A new id: two folders of one backup must not share a keychain entry or containers.
    const instance = newInstance(config.keyStoreKind ?? 'os');
    const keyStore = createKeyStore(instance, { ...config, keyring: osKeyring });
    const aside = putAside(config);
    try {
      await storeMaster(keyStore, master);
      if (header.auditHead !== null) await keyStore.writeAnchor(header.auditHead);
      writeInstance(config.dataDir, { ...instance, keyCheck: keyCheckValue(master) } satisfies Instance);
      renameSync(incoming, databasePath);
    } catch (error) {
      aside.undo();
      throw error;
    } finally {
      master.fill(0);
    }
    return {
      dataDir: config.dataDir,
      keyStore: keyStore.kind,
      madeAt: header.createdAt,
      ...(aside.folder !== undefined && { aside: aside.folder }),
    };
  } finally {
    removeDatabase(incoming);
  }
}

function checkDatabase(path: string, master: Uint8Array): void {
  const keys = deriveKeys(master);
  const isSound = isSoundDatabase(path, keys.database);
  for (const key of Object.values(keys)) key.fill(0);
  if (!isSound)
    throw new OfflineError('damaged', 'The database in the backup does not open with its key. Use another backup.');
}

/** Moves existing data to a separate folder and renames its key file, so that a mistake does not lose data. */
function putAside({ dataDir, keyDir, isDefaultDataDir }: KeyStoreSettings): { folder?: string; undo(): void } {
  if (!existsSync(join(dataDir, 'strongroom.db'))) return { undo: () => undefined };
  const stamp = `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  const folder = join(dataDir, stamp);
  mkdirSync(folder, { mode: 0o700 });
  const moves = dataNames.map((name) => [join(dataDir, name), join(folder, name)] as const);
  // In the default folder the key file of each instance has a separate name.
  const keys = isDefaultDataDir ? [] : ['master.key', 'audit-head'];
  const keyMoves = keys.map((name) => [join(keyDir, name), join(keyDir, `${name}.${stamp}`)] as const);
  const done = [...moves, ...keyMoves].filter(([from]) => existsSync(from));
  for (const [from, to] of done) renameSync(from, to);
  return {
    folder,
    undo: () => {
      for (const [from, to] of done) renameSync(to, from);
    },
  };
}
