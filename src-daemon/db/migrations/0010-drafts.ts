/** Unsaved work of the interface, sealed there. The salt is null for a draft that the account's draft key opens. */
export const drafts: readonly string[] = [
  `CREATE TABLE drafts (
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     id TEXT NOT NULL,
     size INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     salt BLOB,
     nonce BLOB NOT NULL,
     ciphertext BLOB NOT NULL,
     PRIMARY KEY (account_id, id)
   ) STRICT`,
];
