import BetterSqlite3 from 'better-sqlite3';
import { AppError } from '../errors/app-error.ts';
import { reasonOfSqliteCode } from './database-error.ts';
import { hasOlderLayout, migrate } from './migrate.ts';
import { migrateInThread } from './migrate-in-thread.ts';
import { type Migration, migrations } from './migrations/index.ts';
import { openEncryptedFile } from './open-file.ts';
import { openOrExplain } from './open-or-explain.ts';
import { createConnection, type SqlParams } from './statements.ts';

export interface ReadableDb {
  get<Row>(sql: string, params?: SqlParams): Row | undefined;
  all<Row>(sql: string, params?: SqlParams): Row[];
  /** Rows as they are read. The connection serves no write until the loop has ended. */
  iterate<Row>(sql: string, params?: SqlParams): IterableIterator<Row>;
}

export interface WritableDb extends ReadableDb {
  run(sql: string, params?: SqlParams): { changes: number; lastInsertRowid: number };
}

export interface Database {
  read: ReadableDb;
  /**
   * Runs `work` in one IMMEDIATE transaction: all of it is on disk when this returns, or none of it.
   * @throws AppError `storage_unavailable` when the disk takes no more; nothing was changed then
   * @throws Error when called inside another transaction, or when `work` is asynchronous
   */
  transaction<T>(work: (db: WritableDb) => T): T;
  close(): void;
}

interface DatabaseOptions {
  path: string;
  /** 32 bytes: the raw key of the cipher. */
  key: Uint8Array;
  steps?: readonly Migration[];
}

/**
 * Opens the encrypted database, made if missing, and brings it to the newest layout.
 * @throws DatabaseError `wrong_key`, `newer_file`, `corrupt`, `locked`, `no_space`, `read_only`
 */
export function openDatabase({ path, key, steps = migrations }: DatabaseOptions): Database {
  return openOrExplain(path, () => {
    const sqlite = openEncryptedFile(path, key);
    return closingOnFailure(sqlite, () => connectMigrated(sqlite, steps));
  });
}

/**
 * Opens the database as `openDatabase` does, for a process that serves: a file of an older layout is brought to the
 * newest one in a thread, so that the event loop is not blocked.
 * @throws DatabaseError as `openDatabase`
 */
export async function openDatabaseToServe({ path, key }: Omit<DatabaseOptions, 'steps'>): Promise<Database> {
  const database = openOrExplain(path, () => openUnlessOlder(path, key));
  if (database !== undefined) return database;
  await migrateInThread({ path, key });
  return openDatabase({ path, key });
}

function openUnlessOlder(path: string, key: Uint8Array): Database | undefined {
  const sqlite = openEncryptedFile(path, key);
  return closingOnFailure(sqlite, () => {
    if (!hasOlderLayout(sqlite, migrations)) return connectMigrated(sqlite, migrations);
    sqlite.close();
    return undefined;
  });
}

function connectMigrated(sqlite: BetterSqlite3.Database, steps: readonly Migration[]): Database {
  migrate(sqlite, steps);
  return connect(sqlite);
}

function closingOnFailure<T>(sqlite: BetterSqlite3.Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function connect(sqlite: BetterSqlite3.Database): Database {
  const connection = createConnection(sqlite);
  return {
    read: connection,
    transaction: (work) => runTransaction(sqlite, () => work(connection)),
    close: () => {
      if (sqlite.open) sqlite.close();
    },
  };
}

function runTransaction<T>(sqlite: BetterSqlite3.Database, work: () => T): T {
  if (sqlite.inTransaction) throw new Error('a transaction is open already: transactions do not nest');
  try {
    return sqlite.transaction(() => refusePromise(work())).immediate();
  } catch (error) {
    throw asStorageFailure(error) ?? error;
  }
}

/** Returns the error of a disk that failed while the daemon serves; the user can fix the disk and try again. */
function asStorageFailure(error: unknown): AppError | undefined {
  if (!(error instanceof BetterSqlite3.SqliteError)) return undefined;
  const reason = reasonOfSqliteCode(error.code);
  if (reason !== 'no_space' && reason !== 'read_only') return undefined;
  const messages = {
    no_space: 'The disk of the data folder is full, or answers with errors: free some space',
    read_only: 'The data folder has become read-only: make it writable',
  } satisfies Record<typeof reason, string>;
  return new AppError('storage_unavailable', `${messages[reason]} and try again. Nothing was changed.`, {
    cause: error,
  });
}

/** The rest of an asynchronous callback would run after the commit, outside of every transaction. */
function refusePromise<T>(result: T): T {
  if (!(result instanceof Promise)) return result;
  // Its own failure is a consequence of this refusal and must not end the process as an unhandled rejection.
  result.catch(() => undefined);
  throw new Error('the work of a transaction must not be asynchronous');
}
