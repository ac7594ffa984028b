import type BetterSqlite3 from 'better-sqlite3';
import { encodeWork, noteWork } from '../logging/last-work.ts';

/** Named (`:name`) or positional (`?`) values. */
export type SqlParams = object | readonly unknown[];

interface Statement {
  prepared: BetterSqlite3.Statement<unknown[]>;
  /** Its text, which has no value in it, for the log of a daemon that this statement blocks. */
  work: Uint8Array;
}

/** One connection with its prepared statements kept by their text: SQL in stores is constant, so the set is small. */
export function createConnection(sqlite: BetterSqlite3.Database) {
  const statements = new Map<string, Statement>();

  function statement(sql: string): Statement['prepared'] {
    const found = statements.get(sql) ?? prepare(sql);
    noteWork('statement', found.work);
    return found.prepared;
  }

  function prepare(sql: string): Statement {
    const made = { prepared: sqlite.prepare<unknown[]>(sql), work: encodeWork(sql) };
    statements.set(sql, made);
    return made;
  }

  return {
    get: <Row>(sql: string, params?: SqlParams) => statement(sql).get(...bindings(params)) as Row | undefined,
    all: <Row>(sql: string, params?: SqlParams) => statement(sql).all(...bindings(params)) as Row[],
    iterate: <Row>(sql: string, params?: SqlParams) =>
      statement(sql).iterate(...bindings(params)) as IterableIterator<Row>,
    run: (sql: string, params?: SqlParams) => {
      // A handle that outlives its transaction would write unrecorded, row by row.
      if (!sqlite.inTransaction) throw new Error('a write needs an open transaction');
      const { changes, lastInsertRowid } = statement(sql).run(...bindings(params));
      return { changes, lastInsertRowid: Number(lastInsertRowid) };
    },
  };
}

function bindings(params: SqlParams | undefined): unknown[] {
  return params === undefined ? [] : [params];
}
