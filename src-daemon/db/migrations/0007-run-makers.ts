/**
 * The credential that started a run: the id of an API key or a login. For existing runs it is read from the audit log.
 */
export const runMakers: readonly string[] = [
  'ALTER TABLE executions ADD COLUMN credential_id TEXT',
  // A run and its row of the log are written in one transaction: the times lead to the few rows that can be it.
  `UPDATE executions SET credential_id = (
     SELECT json_extract(metadata, '$.actor.id') FROM audit_log
     WHERE user_id = executions.account_id
       AND audit_log.created_at BETWEEN executions.created_at - 60000 AND executions.created_at + 60000
       AND action IN ('code.execute', 'code.generate_execute', 'zk.execute')
       AND json_extract(metadata, '$.executionId') = executions.id
   )`,
  'CREATE INDEX executions_of_credential ON executions (account_id, credential_id, seq)',
];
