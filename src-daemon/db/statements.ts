import type BetterSqlite3 from 'better-sqlite3';

/** Named (`:name`) or positional (`?`) values. */
export type SqlParams = object | readonly unknown[];

type Statement = BetterSqlite3.Statement<unknown[]>;

/** One connection with its prepared statements kept by their text: SQL in stores is constant, so the set is small. */
export function createConnection(sqlite: BetterSqlite3.Database) {
  const prepared = new Map<string, Statement>();

  function statement(sql: string): Statement {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const made = sqlite.prepare<unknown[]>(sql);
    prepared.set(sql, made);
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
