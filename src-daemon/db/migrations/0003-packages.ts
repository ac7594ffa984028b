/** Package lists of accounts, and the layers that they were installed into. Times are epoch ms. */
export const packages: readonly string[] = [
  `CREATE TABLE package_layers (
     id TEXT PRIMARY KEY,
     key TEXT NOT NULL UNIQUE,
     language TEXT NOT NULL,
     image_id TEXT NOT NULL,
     contents TEXT NOT NULL,
     size_bytes INTEGER NOT NULL,
     created_at INTEGER NOT NULL,
     last_used_at INTEGER NOT NULL
   ) STRICT`,

  `CREATE TABLE package_lists (
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     language TEXT NOT NULL,
     status TEXT NOT NULL,
     layer_id TEXT REFERENCES package_layers (id) ON DELETE SET NULL,
     error TEXT,
     is_retried INTEGER NOT NULL DEFAULT 0,
     log TEXT NOT NULL DEFAULT '',
     PRIMARY KEY (account_id, language)
   ) STRICT`,
  'CREATE INDEX package_lists_of_layer ON package_lists (layer_id)',

  `CREATE TABLE packages (
     account_id INTEGER NOT NULL,
     language TEXT NOT NULL,
     name TEXT NOT NULL,
     requested TEXT,
     added_at INTEGER NOT NULL,
     PRIMARY KEY (account_id, language, name),
     FOREIGN KEY (account_id, language) REFERENCES package_lists (account_id, language) ON DELETE CASCADE
   ) STRICT`,
];
