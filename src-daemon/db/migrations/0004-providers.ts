/** Model providers of accounts, each with its key sealed. Times are epoch ms. */
export const providers: readonly string[] = [
  // AUTOINCREMENT: a sealed key is bound to its row's id, so no id may ever come back.
  `CREATE TABLE providers (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     name TEXT NOT NULL,
     base_url TEXT NOT NULL,
     model TEXT NOT NULL,
     timeout_ms INTEGER NOT NULL,
     is_default INTEGER NOT NULL,
     version INTEGER NOT NULL,
     sealed_key BLOB,
     created_at INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     UNIQUE (account_id, name)
   ) STRICT`,
  'CREATE UNIQUE INDEX default_provider ON providers (account_id) WHERE is_default = 1',
];
