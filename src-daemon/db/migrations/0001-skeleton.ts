/** Accounts and their credentials, settings, the audit chain and the history of runs. Times are epoch ms. */
export const skeleton: readonly string[] = [
  `CREATE TABLE accounts (
     id INTEGER PRIMARY KEY AUTOINCREMENT,
     email TEXT NOT NULL,
     email_key TEXT NOT NULL UNIQUE,
     password_salt BLOB NOT NULL,
     password_slot BLOB NOT NULL,
     created_at INTEGER NOT NULL
   ) STRICT`,

  `CREATE TABLE sessions (
     id TEXT PRIMARY KEY,
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     family_id TEXT NOT NULL,
     family_started_at INTEGER NOT NULL,
     slot BLOB NOT NULL,
     created_at INTEGER NOT NULL,
     expires_at INTEGER NOT NULL,
     last_used_at INTEGER,
     replaces TEXT,
     replaced_at INTEGER,
     replacement_used_at INTEGER,
     ip_address TEXT NOT NULL,
     user_agent TEXT
   ) STRICT`,
  'CREATE INDEX sessions_of_account ON sessions (account_id, created_at)',
  'CREATE INDEX sessions_of_family ON sessions (family_id)',
  'CREATE INDEX sessions_by_age ON sessions (created_at)',

  `CREATE TABLE api_keys (
     id TEXT PRIMARY KEY,
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     name TEXT NOT NULL,
     scopes TEXT NOT NULL,
     secret_names TEXT,
     slot BLOB NOT NULL,
     created_at INTEGER NOT NULL,
     expires_at INTEGER,
     last_used_at INTEGER
   ) STRICT`,
  'CREATE INDEX api_keys_of_account ON api_keys (account_id, created_at)',

  `CREATE TABLE attempts (
     kind TEXT NOT NULL,
     subject TEXT NOT NULL,
     at INTEGER NOT NULL
   ) STRICT`,
  'CREATE INDEX attempts_of_subject ON attempts (kind, subject, at)',

  `CREATE TABLE account_settings (
     account_id INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
     document TEXT NOT NULL,
     updated_at INTEGER NOT NULL
   ) STRICT`,
  `CREATE TABLE machine_settings (
     name TEXT PRIMARY KEY,
     value TEXT NOT NULL
   ) STRICT`,

  `CREATE TABLE audit_log (
     seq INTEGER PRIMARY KEY,
     user_id INTEGER NOT NULL,
     action TEXT NOT NULL,
     resource_type TEXT NOT NULL,
     resource_id TEXT,
     ip_address TEXT NOT NULL,
     metadata TEXT NOT NULL,
     created_at INTEGER NOT NULL,
     previous_mac BLOB NOT NULL,
     mac BLOB NOT NULL
   ) STRICT`,
  'CREATE INDEX audit_log_of_user ON audit_log (user_id, seq)',
  'CREATE INDEX audit_log_of_action ON audit_log (user_id, action, seq)',
  'CREATE INDEX audit_log_by_time ON audit_log (user_id, created_at, seq)',
  `CREATE TABLE audit_head (
     only INTEGER PRIMARY KEY CHECK (only = 1),
     seq INTEGER NOT NULL,
     mac BLOB NOT NULL
   ) STRICT`,
  `CREATE TRIGGER audit_log_is_never_changed BEFORE UPDATE ON audit_log
   BEGIN SELECT RAISE(ABORT, 'the audit log is never changed'); END`,
  `CREATE TRIGGER audit_log_is_never_deleted BEFORE DELETE ON audit_log
   BEGIN SELECT RAISE(ABORT, 'the audit log is never deleted from'); END`,

  `CREATE TABLE executions (
     seq INTEGER PRIMARY KEY AUTOINCREMENT,
     id TEXT NOT NULL UNIQUE,
     account_id INTEGER NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
     language TEXT NOT NULL,
     source TEXT NOT NULL,
     engine TEXT NOT NULL,
     status TEXT NOT NULL,
     exit_code INTEGER,
     signal TEXT,
     stdout_truncated INTEGER NOT NULL DEFAULT 0,
     stderr_truncated INTEGER NOT NULL DEFAULT 0,
     duration_ms REAL NOT NULL DEFAULT 0,
     queued_ms REAL NOT NULL DEFAULT 0,
     startup_ms REAL NOT NULL DEFAULT 0,
     memory_peak_bytes INTEGER,
     created_at INTEGER NOT NULL,
     finished_at INTEGER,
     stored_bytes INTEGER NOT NULL DEFAULT 0,
     preview BLOB,
     request BLOB,
     output BLOB,
     files BLOB
   ) STRICT`,
  'CREATE INDEX executions_of_account ON executions (account_id, seq)',
  "CREATE INDEX executions_unfinished ON executions (status) WHERE status IN ('queued', 'running')",
];
