import { closeSync, openSync } from 'node:fs';
import type { ReadableDb } from './database.ts';
import { openEncryptedFile } from './open-file.ts';
import { openOrExplain } from './open-or-explain.ts';
import { createConnection } from './statements.ts';

/**
 * Copies the encrypted database as it is at one moment, also while a daemon writes to it; the copy has the same key.
 * @param target does not exist yet
 * @throws DatabaseError if the key does not open the file, or the disk fails
 */
export function copyDatabase(path: string, key: Uint8Array, target: string): void {
  closeSync(openSync(target, 'wx', 0o600));
  const sqlite = openOrExplain(path, () => openEncryptedFile(path, key));
  try {
    openOrExplain(path, () => sqlite.prepare('VACUUM INTO ?').run(target));
  } finally {
    sqlite.close();
  }
}

/** True when the key opens the file and every page of it is sound. */
export function isSoundDatabase(path: string, key: Uint8Array): boolean {
  try {
    return readDatabaseFile(path, key, (db) => db.get<Check>('PRAGMA quick_check')?.quick_check === 'ok');
  } catch {
    return false;
  }
}

interface Check {
  quick_check: string;
}

/**
 * Reads a file that no process has open, without migrating it to the newest layout.
 * @throws SqliteError
 */
export function readDatabaseFile<T>(path: string, key: Uint8Array, read: (db: ReadableDb) => T): T {
  const sqlite = openEncryptedFile(path, key);
  try {
    return read(createConnection(sqlite));
  } finally {
    sqlite.close();
  }
}
