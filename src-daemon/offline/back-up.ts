import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ResultOf } from '../../src-shared-node/offline-protocol.ts';
import { deriveKeys } from '../crypto/key-hierarchy.ts';
import { copyDatabase, isSoundDatabase } from '../db/copy-database.ts';
import type { KeyStoreSettings } from '../keystore/create-key-store.ts';
import { openMaster } from '../keystore/open-master.ts';
import { openBackup, writeBackup } from './backup-file.ts';
import { OfflineError } from './offline-error.ts';

interface BackUpInput {
  config: KeyStoreSettings & { version: string };
  file: string;
  passphrase: string;
  /** Replaces an existing file. */
  force: boolean;
  /** Reads the head of the audit chain from a database file, in the form in which a key store has it. */
  readAuditHead: (path: string, key: Uint8Array) => string | undefined;
}

/**
 * Writes a copy of the database and its key, sealed under a passphrase. The backup is opened once before it gets its
 * final name. A daemon can serve the data folder at the same time.
 * @throws OfflineError, KeyStoreError
 */
export async function backUp({
  config,
  file,
  passphrase,
  force,
  readAuditHead,
}: BackUpInput): Promise<ResultOf<'backup'>> {
  const databasePath = join(config.dataDir, 'strongroom.db');
  if (!existsSync(databasePath))
    throw new OfflineError(
      'no_data',
      `There is no data in ${config.dataDir}, so there is nothing to back up. Choose another folder with --data-dir.`,
    );
  requireTarget(file, force);
  const { master, keyStore, instanceId } = await openMaster({ config, databaseExists: true });
  const { database: key, ...otherKeys } = deriveKeys(master);
  for (const other of Object.values(otherKeys)) other.fill(0);
  const stamp = `${process.pid}.backup`;
  const copy = join(config.dataDir, `strongroom.db.${stamp}`);
  const proof = join(config.dataDir, `strongroom.db.${stamp}-proof`);
  const draft = `${file}.${stamp}`;
  try {
    const copiedHead = await keyStore.readAnchor();
    copyDatabase(databasePath, key, copy);
    // New data may have no copied head yet. Its own head is the one that its daemon copies next.
    const auditHead = copiedHead ?? readAuditHead(copy, key) ?? null;
    const header = {
      instanceId,
      keyStore: keyStore.kind,
      master: Buffer.from(master).toString('base64'),
      auditHead,
      version: config.version,
      createdAt: new Date().toISOString(),
    };
    await writeBackup(draft, passphrase, { header, databasePath: copy });
    const { databaseBytes } = await openBackup(draft, passphrase, proof);
    if (!isSoundDatabase(proof, key))
      throw new OfflineError(
        'damaged',
        'The new backup does not open, so it was deleted. Check the disk and try again.',
      );
    renameSync(draft, file);
    return { file, bytes: databaseBytes };
  } finally {
    master.fill(0);
    key.fill(0);
    for (const path of [copy, proof]) removeDatabase(path);
    rmSync(draft, { force: true });
  }
}

/** Checks the target before the work, because the last step of the work uses it. */
function requireTarget(file: string, force: boolean): void {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new OfflineError('file_exists', `${file} is a folder. Name a file in it.`);
  if (found !== undefined && !force)
    throw new OfflineError('file_exists', `${file} exists already. Choose another file, or replace it with --force.`);
  const folder = dirname(file);
  if (!existsSync(folder))
    throw new OfflineError('storage', `The folder ${folder} does not exist. Create it, or choose another file.`);
}

/** Removes a database file and the files that SQLite creates next to it. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
