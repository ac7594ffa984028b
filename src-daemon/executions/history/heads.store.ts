import type { ReadableDb } from '../../db/database.ts';
import type { ExecutionListing, ExecutionRow } from '../executions.store.ts';
import type { LabelRow } from './labels.store.ts';

/** The small parts of a run, by which a search finds it. */
export type RunHead = Pick<ExecutionRow, 'seq' | 'id' | 'accountId' | 'language' | 'source' | 'status' | 'createdAt'> &
  Pick<LabelRow, 'client' | 'pinnedAt'>;

/** Lists the heads of runs with a `seq` below `before`, newest first. */
export function listHeads(db: ReadableDb, { accountId, credentialId, before, limit }: ExecutionListing): RunHead[] {
  const own = credentialId === undefined ? '' : 'AND runs.credential_id = :credentialId';
  return db.all<RunHead>(
    `SELECT runs.seq, runs.id, runs.account_id AS accountId, runs.language, runs.source, runs.status,
            runs.created_at AS createdAt, labels.client, labels.pinned_at AS pinnedAt
     FROM executions AS runs LEFT JOIN execution_labels AS labels ON labels.seq = runs.seq
     WHERE runs.account_id = :accountId ${own} AND runs.seq < :before ORDER BY runs.seq DESC LIMIT :limit`,
    { accountId, before, limit, ...(credentialId !== undefined && { credentialId }) },
  );
}
