import { closeSync, openSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';

/** The cipher's addition to the API, which the published types do not know. */
type KeyedDatabase = BetterSqlite3.Database & { key(key: Buffer): number };

/** Time limit for another process's lock. Two consecutive waits stay below the limit of the watchdog. */
const busyTimeoutMs = 4000;

/**
 * Opens an encrypted SQLite file (SQLite3 Multiple Ciphers, AEGIS-256, raw key) with the settings that every
 * connection must have; makes it, readable by its owner only, when there is none.
 * @throws SqliteError `SQLITE_NOTADB` when the key does not fit or the file is no database.
 */
export function openEncryptedFile(path: string, key: Uint8Array): BetterSqlite3.Database {
  if (key.length !== 32) throw new RangeError('the database key has 32 bytes');
  // SQLite gives its WAL and shared-memory files the mode of the main file.
  closeSync(openSync(path, 'a', 0o600));
  const sqlite = new BetterSqlite3(path, { timeout: busyTimeoutMs });
  try {
    giveKey(sqlite, key);
    applySettings(sqlite);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

/** Must come before anything that reads the file. */
function giveKey(sqlite: BetterSqlite3.Database, key: Uint8Array): void {
  sqlite.pragma("cipher = 'aegis'");
  const raw = Buffer.from(`raw:${Buffer.from(key).toString('hex')}`, 'latin1');
  try {
    (sqlite as KeyedDatabase).key(raw);
  } finally {
    raw.fill(0);
  }
}

function applySettings(sqlite: BetterSqlite3.Database): void {
  sqlite.pragma('journal_mode = WAL');
  // NORMAL may lose the last commits at a power cut; an audit row that was answered for must not be lost.
  sqlite.pragma('synchronous = FULL');
  sqlite.pragma('foreign_keys = ON');
  sqlite.pragma('trusted_schema = OFF');
  sqlite.pragma('secure_delete = ON');
  // Sorting and temporary tables would else spill in the clear to the OS temp folder.
  sqlite.pragma('temp_store = MEMORY');
  // KiB. The library's own 16 MB stay full after the first large results; the system caches the file as well.
  sqlite.pragma('cache_size = -4096');
}
