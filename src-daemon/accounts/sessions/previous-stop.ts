import type { PreviousStop } from '../../../src-shared/contracts/service.contract.ts';
import type { RecordAudit } from '../../audit/record-audit.ts';
import { daemonClient } from '../../core/actor.ts';
import type { ReportEnded } from '../../core/credential-watch.ts';
import type { Database, WritableDb } from '../../db/database.ts';
import { deleteRunningDaemon, findRunningDaemon, putRunningDaemon } from './running-daemon.store.ts';
import { deleteBrowserSessions, listBrowserFamilies } from './sessions.store.ts';

interface PreviousStopDeps {
  database: Database;
  recordAudit: RecordAudit;
  /** Sessions have ended. */
  onEnded: ReportEnded;
  now: () => number;
}

/**
 * Ends the sessions of browsers when the previous daemon did not stop cleanly. Its port was free before anyone noticed, so
 * another program may have taken it and received the tokens of open pages.
 */
export function createPreviousStop({ database, recordAudit, onEnded, now }: PreviousStopDeps) {
  let previous: PreviousStop = 'clean';

  return {
    /** Finds out how the daemon before this one stopped, and notes that this one runs. */
    begin(): void {
      const { isUnexpected, ids } = database.transaction((db) => {
        const wasRunning = findRunningDaemon(db) !== undefined;
        const ended = wasRunning ? endBrowserSessions(db) : [];
        putRunningDaemon(db, now());
        return { isUnexpected: wasRunning, ids: ended };
      });
      if (isUnexpected) onEnded({ kind: 'session', ids, reason: 'unexpected_stop' });
      previous = isUnexpected ? 'unexpected' : 'clean';
    },

    read: (): PreviousStop => previous,

    /** Notes a clean stop. */
    end: (): void => database.transaction(deleteRunningDaemon),
  };

  function endBrowserSessions(db: WritableDb): string[] {
    const families = listBrowserFamilies(db);
    for (const { accountId, familyId } of families)
      recordAudit(
        db,
        { accountId, client: daemonClient },
        { action: 'session.end', resourceId: familyId, metadata: { reason: 'unexpected_stop' } },
      );
    deleteBrowserSessions(db);
    return families.map(({ familyId }) => familyId);
  }
}
