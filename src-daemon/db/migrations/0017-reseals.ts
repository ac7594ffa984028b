/** Unfinished changes of the master password: one for each account, with the scripts sealed under the new password. */
export const reseals: readonly string[] = [
  `CREATE TABLE reseals (
     account_id INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
     id TEXT NOT NULL,
     created_at INTEGER NOT NULL
   ) STRICT`,
  `CREATE TABLE resealed_code (
     code_id INTEGER PRIMARY KEY REFERENCES encrypted_code (id) ON DELETE CASCADE,
     account_id INTEGER NOT NULL REFERENCES reseals (account_id) ON DELETE CASCADE,
     revision INTEGER NOT NULL,
     salt BLOB NOT NULL,
     nonce BLOB NOT NULL,
     ciphertext BLOB NOT NULL
   ) STRICT`,
  'CREATE INDEX resealed_code_of_account ON resealed_code (account_id)',
];
