import type { RunClient } from '../../../src-shared/contracts/executions/history-fields.ts';
import type { ReadableDb, WritableDb } from '../../db/database.ts';

const columns = 'seq, account_id AS accountId, client, label, pinned_at AS pinnedAt';

/** Names, client and pin of a run. */
export interface LabelRow {
  seq: number;
  accountId: number;
  /** Null for a run of an earlier version whose client is not known. */
  client: RunClient | null;
  /** Sealed names; null for a run of an earlier version. */
  label: Uint8Array | null;
  /** Epoch ms; null if the run is not pinned. */
  pinnedAt: number | null;
}

export function insertLabel(db: WritableDb, row: Omit<LabelRow, 'pinnedAt'>): void {
  db.run(
    `INSERT INTO execution_labels (seq, account_id, client, label) VALUES (:seq, :accountId, :client, :label)`,
    row,
  );
}

export function findLabel(db: ReadableDb, seq: number): LabelRow | undefined {
  return db.get<LabelRow>(`SELECT ${columns} FROM execution_labels WHERE seq = ?`, [seq]);
}

export function updatePinned(db: WritableDb, row: Pick<LabelRow, 'seq' | 'accountId' | 'pinnedAt'>): void {
  db.run(
    `INSERT INTO execution_labels (seq, account_id, pinned_at) VALUES (:seq, :accountId, :pinnedAt)
     ON CONFLICT (seq) DO UPDATE SET pinned_at = excluded.pinned_at`,
    row,
  );
}

/** Returns the number of the pinned runs of an account and their stored bytes. */
export function findPinnedTotal(db: ReadableDb, accountId: number): { runs: number; bytes: number } {
  const total = db.get<{ runs: number; bytes: number }>(
    `SELECT count(*) AS runs, coalesce(sum(stored_bytes), 0) AS bytes
     FROM execution_labels JOIN executions USING (seq)
     WHERE execution_labels.account_id = ? AND pinned_at IS NOT NULL`,
    [accountId],
  );
  return total ?? { runs: 0, bytes: 0 };
}
