/** Marks the token of a session that the key store holds, so that it ends without a look into that store. */
export const keptSessions: readonly string[] = [
  'ALTER TABLE sessions ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 0',
  'CREATE INDEX kept_sessions ON sessions (account_id) WHERE is_kept = 1',
];
