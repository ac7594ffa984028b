import type { SessionInfo } from '../../../src-shared/contracts/accounts.contract.ts';
import type { SessionEndReason } from '../../../src-shared/contracts/events.contract.ts';
import type { RecordAudit } from '../../audit/record-audit.ts';
import type { Actor, Client } from '../../core/actor.ts';
import type { ReportEnded } from '../../core/credential-watch.ts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { apiKeyUse } from '../../errors/repeated-errors.ts';
import { bearerOf } from '../bearer-token.ts';
import type { SessionIssuer } from './issue-session.ts';
import { type RefreshableOpener, refreshWindowMs, replaceSession } from './refreshable-session.ts';
import {
  deleteSessionFamily,
  deleteSessionsBefore,
  listFamiliesBefore,
  listSessionFamilies,
  type SessionFamilyRow,
} from './sessions.store.ts';

interface SessionsDeps {
  database: Database;
  recordAudit: RecordAudit;
  issueSession: SessionIssuer;
  openRefreshable: RefreshableOpener;
  /** Sessions have ended. */
  onEnded: ReportEnded;
  /** Returns the number of sandboxes that end with a session. */
  countSandboxes: (credential: { kind: 'session'; id: string }) => number;
  /** Ends the sandboxes of an account whose login ended because the window was locked. Returns their number. */
  endOwnerlessSandboxes: (accountId: number) => number;
  now: () => number;
}

export type SessionsService = ReturnType<typeof createSessionsService>;

/** The sessions of an account; to its owner a session is the whole family of tokens that one login began. */
export function createSessionsService(deps: SessionsDeps) {
  const { database, recordAudit, issueSession, openRefreshable, onEnded, now } = deps;

  return {
    list: ({ accountId, credential }: Actor): SessionInfo[] =>
      listSessionFamilies(database.read, accountId).map((family) => infoOf(family, credential.id)),

    /**
     * Ends the session of the request, and unless its window was locked, the sandboxes that it created and those of
     * windows that were locked before: their owner has logged in again and now leaves.
     */
    logOut(actor: Actor, { lock = false }: { lock?: boolean | undefined } = {}): { sandboxesEnded: number } {
      const { id } = actor.credential;
      if (lock) {
        end(actor, id, { action: 'auth.logout', reason: 'locked' });
        return { sandboxesEnded: 0 };
      }
      const own = deps.countSandboxes({ kind: 'session', id });
      end(actor, id, { action: 'auth.logout', reason: 'logged_out' });
      return { sandboxesEnded: own + deps.endOwnerlessSandboxes(actor.accountId) };
    },

    revoke: (actor: Actor, id: string): void => end(actor, id, { action: 'session.revoke', reason: 'revoked' }),

    /**
     * A new token for one that is at most 7 days old.
     * @throws AppError `unauthorized`; the whole family ends when a replaced token comes back late
     */
    async refresh(client: Client, authorization: string | undefined): Promise<{ token: string }> {
      if (authorization === undefined) throw new AppError('unauthorized', `${tokenNeeded} ${apiKeyUse}`);
      const { row, accountKey } = await openRefreshable(bearerOf(authorization), client);
      try {
        const session = database.transaction((db) => {
          replaceSession(db, row, now());
          recordAudit(db, { ...row, client }, { action: 'auth.refresh', resourceId: row.familyId, metadata: {} });
          return issueSession(db, { accountId: row.accountId, accountKey, client, family: row, replaces: row.id });
        });
        return { token: await session.sign() };
      } finally {
        accountKey.fill(0);
      }
    },

    /** Deletes the tokens that nothing can use any more. */
    sweep: (): void => {
      const createdBefore = now() - refreshWindowMs;
      const ids = database.transaction((db) => {
        const expired = listFamiliesBefore(db, createdBefore);
        deleteSessionsBefore(db, createdBefore);
        return expired;
      });
      onEnded({ kind: 'session', ids, reason: 'expired' });
    },
  };

  function end(actor: Actor, familyId: string, { action, reason }: SessionEnd): void {
    database.transaction((db) => {
      if (deleteSessionFamily(db, actor.accountId, familyId) === 0)
        throw new AppError('session_not_found', 'This account has no session with this id. It may have ended already.');
      recordAudit(db, actor, { action, resourceId: familyId, metadata: {} });
    });
    onEnded({ kind: 'session', ids: [familyId], reason });
  }
}

const tokenNeeded = 'The session token that is to be replaced is needed: send it as Authorization: Bearer.';

interface SessionEnd {
  action: 'auth.logout' | 'session.revoke';
  reason: SessionEndReason;
}

function infoOf(family: SessionFamilyRow, currentId: string): SessionInfo {
  return {
    id: family.familyId,
    createdAt: new Date(family.familyStartedAt).toISOString(),
    expiresAt: new Date(family.expiresAt).toISOString(),
    lastUsedAt: family.lastUsedAt === null ? null : new Date(family.lastUsedAt).toISOString(),
    ipAddress: family.ipAddress,
    userAgent: family.userAgent,
    current: family.familyId === currentId,
  };
}
