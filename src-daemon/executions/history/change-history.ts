import { pinLimits } from '../../../src-shared/contracts/executions/history.contract.ts';
import type { Execution } from '../../../src-shared/contracts/executions.contract.ts';
import type { Settings } from '../../../src-shared/contracts/settings.contract.ts';
import { inSlices } from '../../../src-shared-node/sliced-work.ts';
import type { RecordAudit } from '../../audit/record-audit.ts';
import type { Actor } from '../../core/actor.ts';
import { requireHistoryRight } from '../../core/rights.ts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import type { CurrentRuns } from '../current-run.ts';
import { deleteExecution, deletionSlice, type ExecutionRow, findStoredBytes } from '../executions.store.ts';
import { notFound, requireRow } from '../require-run.ts';
import { findLabel, findPinnedTotal, updatePinned } from './labels.store.ts';

interface ChangeDeps {
  database: Database;
  currentRuns: CurrentRuns;
  recordAudit: RecordAudit;
  readSettings: (accountId: number) => Settings;
  now: () => number;
}

/** The changes of the history that clients can request. */
export function createHistoryChanges(deps: ChangeDeps & { read: (actor: Actor, id: string) => Execution }) {
  return {
    /** Pins or unpins a run. @throws AppError `execution_not_found`, `forbidden`, `too_many_pinned` */
    update(actor: Actor, id: string, { pinned }: { pinned: boolean }): Execution {
      pinRun(deps, actor, { id, pinned });
      return deps.read(actor, id);
    },

    /** Deletes one run. @throws AppError `execution_not_found`, `forbidden`, `execution_running` */
    async delete(actor: Actor, id: string): Promise<void> {
      if ((await deleteRuns(deps, actor, [id])) === 0) throw notFound();
    },

    /** Deletes several runs, or none. @throws AppError as for one */
    deleteMany: async (actor: Actor, ids: readonly string[]) => ({ deleted: await deleteRuns(deps, actor, ids) }),
  };
}

function pinRun(deps: ChangeDeps, actor: Actor, { id, pinned }: { id: string; pinned: boolean }): void {
  const { database, recordAudit, now } = deps;
  const row = requireRow(database, actor, id);
  requireHistoryRight(actor, row);
  database.transaction((db) => {
    const isPinned = typeof findLabel(db, row.seq)?.pinnedAt === 'number';
    if (isPinned === pinned) return;
    if (pinned) requirePinnable(deps, row);
    updatePinned(db, { seq: row.seq, accountId: row.accountId, pinnedAt: pinned ? now() : null });
    recordAudit(db, actor, { action: 'execution.pin', resourceId: id, metadata: { executionId: id, pinned } });
  });
}

function requirePinnable({ database: { read }, readSettings }: ChangeDeps, { accountId, seq }: ExecutionRow): void {
  const { runs, bytes } = findPinnedTotal(read, accountId);
  const advice = 'Unpin a run that you no longer need, and try again.';
  if (runs >= pinLimits.runs)
    throw new AppError('too_many_pinned', `${pinLimits.runs} runs are pinned, the maximum. ${advice}`);
  const limit = readSettings(accountId).history.maxBytes / 2;
  if (bytes + (findStoredBytes(read, seq) ?? 0) > limit)
    throw new AppError(
      'too_many_pinned',
      `Pinned runs can take half of the size of the history (${Math.floor(limit / 1024 / 1024)} MiB), and with this run they would take more. ${advice}`,
    );
}

/**
 * Deletes runs with their code, output and files, in slices, because deleted data is overwritten. Nothing is deleted if one of
 * them cannot be. Each has its row of the audit log in the transaction of its deletion.
 * @returns the number of deleted runs
 * @throws AppError `execution_not_found`, `forbidden`, `execution_running`
 */
async function deleteRuns(deps: ChangeDeps, actor: Actor, ids: readonly string[]): Promise<number> {
  const rows = [...new Set(ids)].map((id) => requireDeletable(deps, actor, id));
  let deleted = 0;
  await inSlices(() => {
    deleted += deleteSlice(deps, actor, rows);
    return rows.length === 0;
  });
  return deleted;
}

function requireDeletable({ database, currentRuns }: ChangeDeps, actor: Actor, id: string): ExecutionRow {
  const row = requireRow(database, actor, id);
  requireHistoryRight(actor, row);
  const current = currentRuns.find(actor.accountId, id);
  const isOver = row.status !== 'queued' && row.status !== 'running' && (current === undefined || current.hasEnded());
  if (isOver) return row;
  throw new AppError('execution_running', `The run ${id} has not ended. Cancel it or wait, then delete it.`);
}

/** Deletes some of the rows and removes them from the list. */
function deleteSlice({ database, currentRuns, recordAudit }: ChangeDeps, actor: Actor, rows: ExecutionRow[]): number {
  return database.transaction((db) => {
    let [deleted, bytes] = [0, 0];
    while (bytes < deletionSlice.bytes) {
      const row = rows.pop();
      if (row === undefined) break;
      const size = deleteExecution(db, row.seq);
      // Trimming or another request can have deleted it.
      if (size === undefined) continue;
      recordAudit(db, actor, { action: 'execution.delete', resourceId: row.id, metadata: { executionId: row.id } });
      currentRuns.forget(row.id);
      deleted += 1;
      bytes += size;
    }
    return deleted;
  });
}
