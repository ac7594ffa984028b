import { inSlices } from '../../src-shared-node/sliced-work.ts';
import type { Database, WritableDb } from '../db/database.ts';
import { shuttingDown } from '../errors/repeated-errors.ts';
import { deleteOldExecutions, type HistoryLimits } from './executions.store.ts';

interface TrimDeps {
  database: Database;
  log: { error(fields: object, message: string): void };
}

export type HistoryTrimmer = ReturnType<typeof createHistoryTrimmer>;

/**
 * Deletes runs from the history in slices, because deleted data is overwritten, which takes minutes for gigabytes. If the
 * daemon stops before the end, the deletion continues after the account's next run.
 */
export function createHistoryTrimmer({ database, log }: TrimDeps) {
  /** Newest limits of the accounts whose history is being trimmed. */
  const inProgress = new Map<number, HistoryLimits>();
  let isStopped = false;

  return {
    /** Deletes the oldest runs beyond the limits: the first slice in the caller's transaction, the rest after it. */
    trim(db: WritableDb, limits: HistoryLimits): void {
      if (deleteOldExecutions(db, limits)) return;
      const isTrimming = inProgress.has(limits.accountId);
      inProgress.set(limits.accountId, limits);
      if (!isTrimming) setImmediate(() => void trimRest(limits.accountId));
    },

    /** Deletes all ended runs of the account, also pinned ones. @throws AppError `shutting_down` */
    clear: (accountId: number): Promise<void> =>
      inSlices(() => {
        if (isStopped) throw shuttingDown();
        return deleteSlice({ accountId, keepRuns: 0, maxBytes: 0, includesPinned: true });
      }),

    /** Stops deleting: nothing is deleted after this call. */
    stop(): void {
      isStopped = true;
    },
  };

  async function trimRest(accountId: number): Promise<void> {
    try {
      await inSlices(() => {
        const limits = inProgress.get(accountId);
        return limits === undefined || deleteSlice(limits);
      });
    } catch (error) {
      log.error({ err: error }, 'the history could not be trimmed');
    } finally {
      inProgress.delete(accountId);
    }
  }

  function deleteSlice(limits: HistoryLimits): boolean {
    return isStopped || database.transaction((db) => deleteOldExecutions(db, limits));
  }
}
