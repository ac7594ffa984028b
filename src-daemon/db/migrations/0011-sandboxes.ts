/**
 * Sandboxes that live until they are deleted. A row has no `end_reason` while its sandbox exists, and is deleted some time
 * after the end. `secret_names` is a JSON list.
 */
export const sandboxes: readonly string[] = [
  `CREATE TABLE sandboxes (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     secret_names TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     ended_at INTEGER,
     end_reason TEXT
   ) STRICT`,
  'CREATE INDEX sandboxes_of_account ON sandboxes (account_id)',
];
