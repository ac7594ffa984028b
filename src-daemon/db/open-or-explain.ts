import BetterSqlite3 from 'better-sqlite3';
import { DatabaseError, type DatabaseErrorReason, reasonOfSqliteCode } from './database-error.ts';

/**
 * Opens a database file.
 * @throws DatabaseError for an SQLite error that concerns the whole file, with its path and the next step
 */
export function openOrExplain<T>(path: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof BetterSqlite3.SqliteError)) throw error;
    const reason = reasonOfSqliteCode(error.code);
    if (reason === undefined) throw error;
    throw new DatabaseError(reason, explain(reason, path), { cause: error });
  }
}

function explain(reason: DatabaseErrorReason, path: string): string {
  const messages = {
    wrong_key: `The key does not open ${path}, or the file is no Strongroom database. Restore a backup, which has both: strongroom restore FILE --replace puts this one aside.`,
    corrupt: `${path} is damaged. No data was changed. Restore a backup of it: strongroom restore FILE --replace puts this one aside.`,
    locked: `Another program holds ${path}. Close it and try again.`,
    no_space: `${path} cannot be written: the disk is full, or answers with errors. No data was changed. Free some space and start again.`,
    read_only: `${path} cannot be written: it or its folder is read-only for this user. No data was changed. Make it writable and start again.`,
    newer_file: `${path} was written by a newer release.`,
  } satisfies Record<DatabaseErrorReason, string>;
  return messages[reason];
}
