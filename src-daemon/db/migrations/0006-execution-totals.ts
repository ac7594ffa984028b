/** Totals of each account's history, updated by triggers, so that trimming does not read the whole history. */
export const executionTotals: readonly string[] = [
  `CREATE TABLE execution_totals (
     account_id INTEGER PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
     runs INTEGER NOT NULL,
     bytes INTEGER NOT NULL
   ) STRICT`,
  'INSERT INTO execution_totals SELECT account_id, count(*), sum(stored_bytes) FROM executions GROUP BY account_id',
  `CREATE TRIGGER execution_is_counted AFTER INSERT ON executions
   BEGIN
     INSERT INTO execution_totals VALUES (new.account_id, 1, new.stored_bytes)
     ON CONFLICT (account_id) DO UPDATE SET runs = runs + 1, bytes = bytes + excluded.bytes;
   END`,
  `CREATE TRIGGER execution_is_weighed_again AFTER UPDATE OF stored_bytes ON executions
   BEGIN
     UPDATE execution_totals SET bytes = bytes + new.stored_bytes - old.stored_bytes WHERE account_id = new.account_id;
   END`,
  `CREATE TRIGGER execution_is_no_longer_counted AFTER DELETE ON executions
   BEGIN
     UPDATE execution_totals SET runs = runs - 1, bytes = bytes - old.stored_bytes WHERE account_id = old.account_id;
   END`,
];
