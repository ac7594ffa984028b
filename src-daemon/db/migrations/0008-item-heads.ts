/**
 * The newest state of each secret, stored script and API key, next to the audit row that recorded it, and how far the
 * chain of the audit log has been verified. Heads of items that are there already need the keys: src-daemon/items makes
 * them at the next start.
 */
export const itemHeads: readonly string[] = [
  'ALTER TABLE audit_log ADD COLUMN item_kind TEXT',
  'ALTER TABLE audit_log ADD COLUMN item_id TEXT',
  'ALTER TABLE audit_log ADD COLUMN item_version INTEGER',
  // NULL in a row that has an item: the item was deleted.
  'ALTER TABLE audit_log ADD COLUMN item_digest BLOB',
  `CREATE INDEX audit_log_of_item ON audit_log (user_id, item_kind, item_id, seq) WHERE item_kind IS NOT NULL`,
  'CREATE INDEX audit_log_item_rows ON audit_log (seq) WHERE item_kind IS NOT NULL',

  `CREATE TABLE item_heads (
     kind TEXT NOT NULL,
     item_id TEXT NOT NULL,
     version INTEGER NOT NULL,
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     digest BLOB NOT NULL,
     audit_seq INTEGER NOT NULL,
     mac BLOB NOT NULL,
     PRIMARY KEY (kind, item_id, version)
   ) STRICT`,
  'CREATE INDEX item_heads_of_account ON item_heads (account_id)',

  `CREATE TABLE audit_checkpoint (
     only INTEGER PRIMARY KEY CHECK (only = 1),
     seq INTEGER NOT NULL,
     mac BLOB NOT NULL,
     item_rows INTEGER NOT NULL,
     seal BLOB NOT NULL
   ) STRICT`,
];
