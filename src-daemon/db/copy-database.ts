import { closeSync, openSync } from 'node:fs';
import { openEncryptedFile } from './open-file.ts';

/**
 * Copies the encrypted database as it is at one moment, also while a daemon writes to it; the copy has the same key.
 * @param target does not exist yet
 * @throws SqliteError
 */
export function copyDatabase(path: string, key: Uint8Array, target: string): void {
  closeSync(openSync(target, 'wx', 0o600));
  const sqlite = openEncryptedFile(path, key);
  try {
    sqlite.prepare('VACUUM INTO ?').run(target);
  } finally {
    sqlite.close();
  }
}

/** True when the key opens the file and every page of it is sound. */
export function isSoundDatabase(path: string, key: Uint8Array): boolean {
  try {
    const sqlite = openEncryptedFile(path, key);
    try {
      return sqlite.pragma('quick_check', { simple: true }) === 'ok';
    } finally {
      sqlite.close();
    }
  } catch {
    return false;
  }
}
