/**
 * Small parts of a run, apart from its large ones, so that a search does not read those. `label` is
 * sealed: the name of the run and of its maker. `client` is `interface`, `cli`, `api` or `agent`; null if it is not known.
 */
export const runLabels: readonly string[] = [
  `CREATE TABLE execution_labels (
     seq INTEGER PRIMARY KEY REFERENCES executions (seq) ON DELETE CASCADE,
     account_id INTEGER NOT NULL,
     client TEXT,
     label BLOB,
     pinned_at INTEGER
   ) STRICT`,
  // The source of a run that a feature started does not tell the client.
  `INSERT INTO execution_labels (seq, account_id, client)
   SELECT seq, account_id, CASE
     WHEN source IN ('interface', 'cli', 'api') THEN source
     WHEN source IN ('vault', 'generate') THEN NULL
     ELSE 'agent'
   END FROM executions`,
  'CREATE INDEX execution_labels_pinned ON execution_labels (account_id) WHERE pinned_at IS NOT NULL',
];
