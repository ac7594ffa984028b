import type { EngineLocation } from '../../src-shared/contracts/engine-location.ts';
import type { Execution } from '../../src-shared/contracts/executions.contract.ts';
import type { ReadableDb, WritableDb } from '../db/database.ts';
import { findPinnedTotal } from './history/labels.store.ts';

export type ExecutionStatus = Execution['status'];

/** Row of a run without its large sealed parts. Times are epoch ms. */
export interface ExecutionRow {
  seq: number;
  id: string;
  accountId: number;
  /** Id of the API key or login that started the run; null if unknown. */
  credentialId: string | null;
  language: string;
  source: string;
  engine: string;
  /** Where the engine runs its sandboxes. */
  place: EngineLocation;
  status: ExecutionStatus;
  exitCode: number | null;
  signal: string | null;
  stdoutTruncated: 0 | 1;
  stderrTruncated: 0 | 1;
  durationMs: number;
  queuedMs: number;
  startupMs: number;
  memoryPeakBytes: number | null;
  createdAt: number;
  /** Sealed preview of the output; null if outputs are not stored or the run has not ended. */
  preview: Uint8Array | null;
}

/** Large sealed parts of a run, read for a single run only. */
export interface SealedParts {
  request: Uint8Array | null;
  output: Uint8Array | null;
  files: Uint8Array | null;
  /** Report of the network by rule. */
  network: Uint8Array | null;
}

export interface FinishedRow
  extends Omit<ExecutionRow, 'seq' | 'accountId' | 'credentialId' | 'language' | 'source' | 'place' | 'createdAt'> {
  finishedAt: number;
  output: Uint8Array | null;
  files: Uint8Array | null;
  network: Uint8Array | null;
}

const columns = `seq, id, account_id AS accountId, credential_id AS credentialId, language, source, engine, place, status, exit_code AS exitCode, signal,
                 stdout_truncated AS stdoutTruncated, stderr_truncated AS stderrTruncated, duration_ms AS durationMs,
                 queued_ms AS queuedMs, startup_ms AS startupMs, memory_peak_bytes AS memoryPeakBytes,
                 created_at AS createdAt, preview`;

/** Returns the `seq` of the new row. */
export function insertExecution(
  db: WritableDb,
  row: Pick<
    ExecutionRow,
    'id' | 'accountId' | 'credentialId' | 'language' | 'source' | 'engine' | 'place' | 'createdAt'
  > & {
    request: Uint8Array | null;
  },
): number {
  const { lastInsertRowid } = db.run(
    `INSERT INTO executions (id, account_id, credential_id, language, source, engine, place, status, created_at, request,
                             stored_bytes)
     VALUES (:id, :accountId, :credentialId, :language, :source, :engine, :place, 'queued', :createdAt, :request,
             coalesce(length(:request), 0))`,
    row,
  );
  return lastInsertRowid;
}

/** Records the end of a run. Has no effect if the account or the run was deleted during the run. */
export function updateExecutionFinished(db: WritableDb, row: FinishedRow): void {
  db.run(
    `UPDATE executions SET engine = :engine, status = :status, exit_code = :exitCode, signal = :signal,
       stdout_truncated = :stdoutTruncated, stderr_truncated = :stderrTruncated, duration_ms = :durationMs,
       queued_ms = :queuedMs, startup_ms = :startupMs, memory_peak_bytes = :memoryPeakBytes,
       finished_at = :finishedAt, preview = :preview, output = :output, files = :files,
       network = :network,
       stored_bytes = coalesce(length(request), 0) + coalesce(length(:preview), 0) + coalesce(length(:output), 0)
                      + coalesce(length(:files), 0) + coalesce(length(:network), 0)
     WHERE id = :id`,
    row,
  );
}

/** Records that the engine or the daemon stopped during the run. */
export function updateExecutionInterrupted(db: WritableDb, id: string, finishedAt: number): void {
  db.run("UPDATE executions SET status = 'interrupted', finished_at = ? WHERE id = ?", [finishedAt, id]);
}

/** Records a run that did not start within its `maxQueueMs`. */
export function updateExecutionNotStarted(
  db: WritableDb,
  row: Pick<ExecutionRow, 'id' | 'queuedMs'> & { finishedAt: number },
): void {
  db.run(
    "UPDATE executions SET status = 'cancelled', queued_ms = :queuedMs, finished_at = :finishedAt WHERE id = :id",
    row,
  );
}

/** Marks the runs that a previous daemon did not finish as interrupted; returns their number. */
export function updateAllUnfinishedInterrupted(db: WritableDb, finishedAt: number): number {
  return db.run("UPDATE executions SET status = 'interrupted', finished_at = ? WHERE status IN ('queued', 'running')", [
    finishedAt,
  ]).changes;
}

export function findExecution(db: ReadableDb, accountId: number, id: string): ExecutionRow | undefined {
  return db.get<ExecutionRow>(`SELECT ${columns} FROM executions WHERE account_id = ? AND id = ?`, [accountId, id]);
}

export function findSealedParts(db: ReadableDb, accountId: number, id: string): SealedParts | undefined {
  return db.get<SealedParts>('SELECT request, output, files, network FROM executions WHERE account_id = ? AND id = ?', [
    accountId,
    id,
  ]);
}

/** Returns the sealed request of a run, unless it is larger than `limitBytes`. */
export function findSmallRequest(db: ReadableDb, seq: number, limitBytes: number): Uint8Array | undefined {
  return db.get<{ request: Uint8Array }>('SELECT request FROM executions WHERE seq = ? AND length(request) <= ?', [
    seq,
    limitBytes,
  ])?.request;
}

export interface ExecutionListing {
  accountId: number;
  /** Only runs of this credential; undefined: all runs of the account. */
  credentialId: string | undefined;
  before: number;
  limit: number;
}

/** Returns the runs with these numbers, newest first. */
export function listExecutions(db: ReadableDb, seqs: readonly number[]) {
  return db.all<ExecutionRow>(
    `SELECT ${columns} FROM executions WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq DESC`,
    [JSON.stringify(seqs)],
  );
}

export interface HistoryLimits {
  accountId: number;
  keepRuns: number;
  maxBytes: number;
  /** Deletes pinned runs as well. */
  includesPinned?: boolean;
}

/** Deletes a run. Returns its stored bytes; undefined if it no longer exists. */
export function deleteExecution(db: WritableDb, seq: number): number | undefined {
  const bytes = findStoredBytes(db, seq);
  db.run('DELETE FROM executions WHERE seq = ?', [seq]);
  return bytes;
}

/** Deletes a run that the history does not keep. */
export function deleteUnkept(db: WritableDb, id: string): void {
  db.run('DELETE FROM executions WHERE id = ?', [id]);
}

export function findStoredBytes(db: ReadableDb, seq: number): number | undefined {
  return db.get<{ bytes: number }>('SELECT stored_bytes AS bytes FROM executions WHERE seq = ?', [seq])?.bytes;
}

/** Limits of one slice of deletions; at least one run is deleted. 1 MiB takes 5 ms of processor time. */
export const deletionSlice = { runs: 200, bytes: 4 * 1024 * 1024 };

/**
 * Deletes a slice of the oldest ended runs beyond `keepRuns` rows or `maxBytes` of stored data. Pinned runs stay: they count
 * for `maxBytes` only.
 * @returns true if nothing is left to delete
 */
export function deleteOldExecutions(db: WritableDb, limits: HistoryLimits): boolean {
  const { accountId, keepRuns, maxBytes, includesPinned = false } = limits;
  const total = db.get<HistoryTotal>('SELECT runs, bytes FROM execution_totals WHERE account_id = ?', [accountId]);
  let { runs, bytes } = total ?? { runs: 0, bytes: 0 };
  if (!includesPinned) runs -= findPinnedTotal(db, accountId).runs;
  if (runs <= keepRuns && bytes <= maxBytes) return true;
  const oldest = db.all<{ seq: number; bytes: number }>(
    `SELECT seq, stored_bytes AS bytes FROM executions
     WHERE account_id = :accountId AND status NOT IN ('queued', 'running')
       AND (:includesPinned OR seq NOT IN (
         SELECT seq FROM execution_labels WHERE account_id = :accountId AND pinned_at IS NOT NULL))
     ORDER BY seq LIMIT :max`,
    { accountId, includesPinned: includesPinned ? 1 : 0, max: deletionSlice.runs },
  );
  const least = bytes - deletionSlice.bytes;
  for (const run of oldest) {
    db.run('DELETE FROM executions WHERE seq = ?', [run.seq]);
    runs -= 1;
    bytes -= run.bytes;
    if (runs <= keepRuns && bytes <= maxBytes) return true;
    if (bytes <= least) return false;
  }
  return oldest.length < deletionSlice.runs;
}

interface HistoryTotal {
  runs: number;
  bytes: number;
}
