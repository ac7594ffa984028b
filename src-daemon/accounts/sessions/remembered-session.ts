import type { Login } from '../../../src-shared/contracts/accounts.contract.ts';
import type { ShellProof } from '../../../src-shared/contracts/remembered.contract.ts';
import type { RecordAudit } from '../../audit/record-audit.ts';
import type { Actor, Client } from '../../core/actor.ts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { unauthorized } from '../../errors/repeated-errors.ts';
import { requireAccount, userOf } from '../user.ts';
import type { IssuedSession, SessionIssuer } from './issue-session.ts';
import { isTooOld, type RefreshableOpener, replaceSession } from './refreshable-session.ts';
import {
  deleteKeptSessions,
  findFamilyStart,
  listKeptSessions,
  type SessionRow,
  updateReplacementUsed,
} from './sessions.store.ts';
import type { ShellChallenges } from './shell-challenges.ts';
import type { KeptToken } from './stored-token.ts';

interface RememberedDeps {
  database: Database;
  recordAudit: RecordAudit;
  issueSession: SessionIssuer;
  openRefreshable: RefreshableOpener;
  shell: ShellChallenges;
  keptToken: KeptToken;
  log: Record<'warn', (fields: object, message: string) => void>;
  now: () => number;
}

export type RememberedSession = ReturnType<typeof createRememberedSession>;

/**
 * The one session that this computer remembers: a token of the same login that no client gets and the key store holds.
 * It brings the session back for the desktop shell, and is replaced each time; whatever ends the login ends it.
 */
export function createRememberedSession(deps: RememberedDeps) {
  const { database, recordAudit, issueSession, openRefreshable, shell, keptToken, log, now } = deps;

  return {
    challenge: () => ({ challenge: shell.make() }),

    read: ({ accountId }: Actor) => ({
      remembered: listKeptSessions(database.read).some((row) => row.accountId === accountId && !isTooOld(row, now())),
    }),

    /**
     * Keeps a token of the caller's login, in place of whatever was kept. The shell's proof is asked for here as well:
     * no other program may decide whose session the window shows.
     * @throws AppError `shell_not_proven`, `locked`, `key_store_unavailable`
     */
    async keep(actor: Actor, proof: ShellProof): Promise<void> {
      shell.require('keep', proof);
      const { accountId, accountKey, client, credential } = actor;
      const session = database.transaction((db) => {
        const familyStartedAt = findFamilyStart(db, credential.id);
        if (familyStartedAt === undefined) throw unauthorized();
        deleteKeptSessions(db);
        recordAudit(db, actor, { action: 'session.remember', resourceId: credential.id, metadata: {} });
        const family = { familyId: credential.id, familyStartedAt };
        return issueSession(db, { accountId, accountKey, client, family, isKept: true });
      });
      try {
        await keptToken.write(await session.sign());
      } catch (error) {
        database.transaction((db) => deleteKeptSessions(db, accountId));
        throw error;
      }
    },

    /**
     * The session again, with a new token for the window and a new one for the key store.
     * @throws AppError `shell_not_proven`, `nothing_remembered`, `locked`, `key_store_unavailable`
     */
    async restore(client: Client, proof: ShellProof): Promise<Login> {
      shell.require('restore', proof);
      const { row, accountKey } = await openKept(client);
      try {
        const { kept, own } = database.transaction((db) => {
          const { accountId } = row;
          replaceSession(db, row, now());
          recordAudit(db, { ...row, client }, { action: 'session.restore', resourceId: row.familyId, metadata: {} });
          const request = { accountId, accountKey, client, family: row };
          return {
            kept: issueSession(db, { ...request, replaces: row.id, isKept: true }),
            own: issueSession(db, request),
          };
        });
        await keepNext(kept, row);
        return { token: await own.sign(), user: userOf(requireAccount(database.read, row.accountId)) };
      } finally {
        accountKey.fill(0);
      }
    },

    forget(actor: Actor): void {
      database.transaction((db) => {
        if (deleteKeptSessions(db, actor.accountId) === 0) return;
        recordAudit(db, actor, { action: 'session.forget', resourceId: actor.credential.id, metadata: {} });
      });
      keptToken.tidy();
    },
  };

  async function openKept(client: Client): Promise<{ row: SessionRow; accountKey: Uint8Array }> {
    const isMarked = listKeptSessions(database.read).length > 0;
    const token = isMarked ? await keptToken.read() : undefined;
    try {
      if (token === undefined) throw unauthorized();
      return await openRefreshable(token, client);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unauthorized') throw error;
      database.transaction((db) => deleteKeptSessions(db));
      keptToken.tidy();
      throw new AppError('nothing_remembered', 'No session is remembered on this computer any more.');
    }
  }

  /**
   * Once the key store has the next token, the one before counts as stolen wherever it turns up. A key store that does
   * not take it keeps the one before, which then serves once more.
   */
  async function keepNext(next: IssuedSession, { id }: SessionRow): Promise<void> {
    try {
      await keptToken.write(await next.sign());
      database.transaction((db) => updateReplacementUsed(db, id, now()));
    } catch (error) {
      log.warn({ err: error }, 'the key store did not take the next token of the remembered session');
    }
  }
}
