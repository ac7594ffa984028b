/** Secrets, and the code that clients have encrypted with its revisions. Times are epoch ms. */
export const vault: readonly string[] = [
  // AUTOINCREMENT: a sealed value is bound to its row's id, so no id may ever come back.
  `CREATE TABLE secrets (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     name TEXT NOT NULL,
     description TEXT NOT NULL,
     version INTEGER NOT NULL,
     sealed_value BLOB NOT NULL,
     masked INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     last_used_at INTEGER,
     UNIQUE (account_id, name)
   ) STRICT`,

  `CREATE TABLE encrypted_code (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     name TEXT NOT NULL,
     revision INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     UNIQUE (account_id, name)
   ) STRICT`,
  `CREATE TABLE encrypted_code_revisions (
     code_id INTEGER NOT NULL REFERENCES encrypted_code (id) ON DELETE CASCADE,
     revision INTEGER NOT NULL,
     language TEXT NOT NULL,
     description TEXT NOT NULL,
     size INTEGER NOT NULL,
     salt BLOB NOT NULL,
     nonce BLOB NOT NULL,
     ciphertext BLOB NOT NULL,
     created_at INTEGER NOT NULL,
     PRIMARY KEY (code_id, revision)
   ) STRICT`,
];
