import { closeSync, openSync } from 'node:fs';
import BetterSqlite3 from 'better-sqlite3';

export interface ExclusiveLock {
  release(): void;
}

/**
 * Takes the lock that the file at `path` stands for, or returns undefined when another holder has it. The holder is
 * an open SQLite transaction, that is a lock of the kernel's: it ends with the process, however that dies.
 */
export function takeExclusiveLock(path: string): ExclusiveLock | undefined {
  closeSync(openSync(path, 'a', 0o600));
  const sqlite = new BetterSqlite3(path, { timeout: 0 });
  try {
    // The lock file needs no journal: nothing is written into it.
    sqlite.pragma('journal_mode = MEMORY');
    sqlite.exec('BEGIN EXCLUSIVE');
    return { release: () => sqlite.close() };
  } catch (error) {
    sqlite.close();
    if (error instanceof BetterSqlite3.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
}
