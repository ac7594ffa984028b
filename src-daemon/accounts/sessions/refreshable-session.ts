import type { RecordAudit } from '../../audit/record-audit.ts';
import type { Client } from '../../core/actor.ts';
import type { ReportEnded } from '../../core/credential-watch.ts';
import { verifySession } from '../../crypto/tokens.ts';
import type { Database, WritableDb } from '../../db/database.ts';
import { unauthorized } from '../../errors/repeated-errors.ts';
import {
  deleteSessionFamily,
  findSession,
  type SessionRow,
  updateReplacementUsed,
  updateSessionReplaced,
} from './sessions.store.ts';
import { unwrapTokenKey } from './unwrap-token-key.ts';

const dayMs = 24 * 60 * 60_000;
/** Time after its issue in which a token can be refreshed. */
export const refreshWindowMs = 7 * dayMs;
const familyLifetimeMs = 30 * dayMs;
/** A client that lost the answer to its refresh may ask again for so long after the replacement was used. */
const repeatGraceMs = 10_000;

interface RefreshableDeps {
  database: Database;
  recordAudit: RecordAudit;
  keys: { jwt: Uint8Array; wrapPepper: Uint8Array };
  /** Sessions have ended. */
  onEnded: ReportEnded;
  now: () => number;
}

export type RefreshableOpener = ReturnType<typeof createRefreshableOpener>;

/**
 * Opens a token that is to be replaced: its row, and the account's key, which the caller fills with zeros.
 * @throws AppError `unauthorized`; the whole family ends when a replaced token comes back late
 */
export function createRefreshableOpener({ database, recordAudit, keys, onEnded, now }: RefreshableDeps) {
  return async (token: string, client: Client): Promise<{ row: SessionRow; accountKey: Uint8Array }> => {
    const claims = await verifySession(token, keys.jwt, now(), { ignoreExpiry: true });
    const row = claims && findSession(database.read, claims.sessionId);
    if (!claims || !row || isTooOld(row, now())) throw unauthorized();
    if (isReuse(row, now())) endStolenFamily(row, client);
    const accountKey = unwrapTokenKey({ kind: 'session', row, credential: claims.sessionKey, pepper: keys.wrapPepper });
    return { row, accountKey };
  };

  function endStolenFamily(row: SessionRow, client: Client): never {
    database.transaction((db) => {
      const sessionsEnded = deleteSessionFamily(db, row.accountId, row.familyId);
      recordAudit(
        db,
        { ...row, client },
        {
          action: 'session.reuse_detected',
          resourceId: row.familyId,
          metadata: { sessionsEnded },
        },
      );
    });
    onEnded({ kind: 'session', ids: [row.familyId], reason: 'reused' });
    throw unauthorized();
  }
}

/**
 * Notes that a token is replaced, and that the one before it was by one that served.
 * @throws AppError `unauthorized` when it has ended since it was opened
 */
export function replaceSession(db: WritableDb, { id, replaces }: SessionRow, now: number): void {
  if (findSession(db, id) === undefined) throw unauthorized();
  updateSessionReplaced(db, id, now);
  if (replaces !== null) updateReplacementUsed(db, replaces, now);
}

type Dates = Pick<SessionRow, 'createdAt' | 'familyStartedAt'>;

/** Returns true if no token of the session can be refreshed any more. */
export function isTooOld(dates: Dates, now: number): boolean {
  return now > refreshableUntil(dates);
}

/** Until when a token can be refreshed, in epoch ms. */
export function refreshableUntil({ createdAt, familyStartedAt }: Dates): number {
  return Math.min(createdAt + refreshWindowMs, familyStartedAt + familyLifetimeMs);
}

function isReuse({ replacementUsedAt }: SessionRow, now: number): boolean {
  return replacementUsedAt !== null && now > replacementUsedAt + repeatGraceMs;
}
