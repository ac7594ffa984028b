export type DatabaseErrorReason = 'wrong_key' | 'newer_file' | 'corrupt' | 'locked' | 'no_space' | 'read_only';

/** The database file cannot be served: why, and in words what to do. */
export class DatabaseError extends Error {
  readonly reason: DatabaseErrorReason;

  constructor(reason: DatabaseErrorReason, message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'DatabaseError';
    this.reason = reason;
  }
}

/** What an SQLite result code says about the file as a whole; undefined for every other code. */
export function reasonOfSqliteCode(code: string): DatabaseErrorReason | undefined {
  if (code.startsWith('SQLITE_NOTADB')) return 'wrong_key';
  if (code.startsWith('SQLITE_CORRUPT')) return 'corrupt';
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'locked';
  // SQLite tells a write-ahead log that finds no room, as an input/output error.
  if (code.startsWith('SQLITE_FULL') || code.startsWith('SQLITE_IOERR')) return 'no_space';
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN')) return 'read_only';
  return undefined;
}
