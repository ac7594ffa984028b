/**
 * Marks the tokens that browsers got, and the daemon that runs: its row is there from its start to its clean stop.
 * Which sessions of before are browsers' is derived from their User-Agent.
 */
export const browserSessions: readonly string[] = [
  'ALTER TABLE sessions ADD COLUMN is_browser INTEGER NOT NULL DEFAULT 0',
  "UPDATE sessions SET is_browser = 1 WHERE is_kept = 0 AND user_agent LIKE 'Mozilla/%'",
  'CREATE INDEX browser_sessions ON sessions (family_id) WHERE is_browser = 1',
  `CREATE TABLE running_daemon (
     only INTEGER PRIMARY KEY CHECK (only = 1),
     started_at INTEGER NOT NULL
   ) STRICT`,
];
