export const databaseErrorReasons = ['wrong_key', 'newer_file', 'corrupt', 'locked', 'no_space', 'read_only'] as const;
export type DatabaseErrorReason = (typeof databaseErrorReasons)[number];

/** The database file cannot be used; the message says why and what to do next. */
export class DatabaseError extends Error {
  readonly reason: DatabaseErrorReason;

  constructor(reason: DatabaseErrorReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'DatabaseError';
    this.reason = reason;
  }
}

/** Returns the reason of an SQLite result code that concerns the whole file; undefined for every other code. */
export function reasonOfSqliteCode(code: string): DatabaseErrorReason | undefined {
  if (code.startsWith('SQLITE_NOTADB')) return 'wrong_key';
  if (code.startsWith('SQLITE_CORRUPT')) return 'corrupt';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'locked';
  // A full disk under the write-ahead log is reported as an input/output error.
  if (code.startsWith('SQLITE_FULL') || code.startsWith('SQLITE_IOERR')) return 'no_space';
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN')) return 'read_only';
  return undefined;
}
