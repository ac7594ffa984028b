import { shuttingDown } from '../core/repeated-errors.ts';
import { inSlices } from '../core/sliced-work.ts';
import type { Database, WritableDb } from '../db/database.ts';
import { deleteOldExecutions, type HistoryLimits } from './executions.store.ts';

interface TrimDeps {
  database: Database;
  log: { error(fields: object, message: string): void };
}

export type HistoryTrimmer = ReturnType<typeof createHistoryTrimmer>;

/**
 * Deletes runs from the history in slices: what is deleted is overwritten, which for gigabytes takes minutes. One that
 * is not finished when the daemon stops goes on after the account's next run.
 */
export function createHistoryTrimmer({ database, log }: TrimDeps) {
  /** The newest limits of the accounts whose history is being trimmed. */
  const underWay = new Map<number, HistoryLimits>();
  let isStopped = false;

  return {
    /** Deletes the oldest runs beyond the limits: the first slice in the caller's transaction, the rest after it. */
    trim(db: WritableDb, limits: HistoryLimits): void {
      if (deleteOldExecutions(db, limits)) return;
      const isGoingOn = underWay.has(limits.accountId);
      underWay.set(limits.accountId, limits);
      if (!isGoingOn) setImmediate(() => void goOn(limits.accountId));
    },

    /** Deletes all runs of the account that have ended. @throws AppError `shutting_down` */
    clear: (accountId: number): Promise<void> =>
      inSlices(() => {
        if (isStopped) throw shuttingDown();
        return deleteSlice({ accountId, keepRuns: 0, maxBytes: 0 });
      }),

    /** Nothing is deleted after this call. */
    stop(): void {
      isStopped = true;
    },
  };

  async function goOn(accountId: number): Promise<void> {
    try {
      await inSlices(() => {
        const limits = underWay.get(accountId);
        return limits === undefined || deleteSlice(limits);
      });
    } catch (error) {
      log.error({ err: error }, 'the history could not be trimmed');
    } finally {
      underWay.delete(accountId);
    }
  }

  function deleteSlice(limits: HistoryLimits): boolean {
    return isStopped || database.transaction((db) => deleteOldExecutions(db, limits));
  }
}
