import type { RunClient } from '../../../src-shared/contracts/executions/history-fields.ts';
import type { ReadableDb, WritableDb } from '../../db/database.ts';

/** Names, client and pin of a run. */
export interface LabelRow {
  seq: number;
  accountId: number;
  /** Null for a run of an earlier version whose client is not known. */
  client: RunClient | null;
  /** Sealed names; null for a run of an earlier version. */
  label: Uint8Array | null;
}

export function insertLabel(db: WritableDb, row: LabelRow): void {
  db.run(
    `INSERT INTO execution_labels (seq, account_id, client, label) VALUES (:seq, :accountId, :client, :label)`,
    row,
  );
}

export function findLabel(db: ReadableDb, seq: number): LabelRow | undefined {
  return db.get<LabelRow>('SELECT seq, account_id AS accountId, client, label FROM execution_labels WHERE seq = ?', [
    seq,
  ]);
}
