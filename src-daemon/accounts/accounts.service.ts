import type { RecordAudit } from '../audit/record-audit.ts';
import type { Actor, Client } from '../core/actor.ts';
import type { ReportEnded } from '../core/credential-watch.ts';
import type { Database, ReadableDb } from '../db/database.ts';
import { AppError } from '../errors/app-error.ts';
import { type AccountRow, deleteAccount, findAccount, updateWrappedKey } from './accounts.store.ts';
import { countApiKeys, listApiKeyIdentities } from './api-keys/api-keys.store.ts';
import { argon2SlotOfAccount } from './password/argon2-slots.ts';
import type { Credentials, PasswordCheck } from './password/password-check.ts';
import { newPasswordCredential, wrapWithPassword } from './password/password-wrap.ts';
import type { SessionIssuer } from './sessions/issue-session.ts';
import { deleteKeptSessions, deleteOtherFamilies, listFamilyIds } from './sessions/sessions.store.ts';
import { userOf } from './user.ts';

interface AccountsDeps {
  database: Database;
  recordAudit: RecordAudit;
  checkPassword: PasswordCheck;
  issueSession: SessionIssuer;
  pepper: Uint8Array;
  /** Sessions or API keys have ended. */
  onEnded: ReportEnded;
  /** Deletes, in slices, what can be large. */
  clearData: (accountId: number) => Promise<void>;
  /** Cancels the work in progress of an account that was deleted. */
  cancelRuns: (accountId: number) => void;
  /** Ends the sandboxes of windows that were locked, when the password was changed. `onEnded` ends those of sessions. */
  endOwnerlessSandboxes: (accountId: number) => number;
}

export type AccountsService = ReturnType<typeof createAccountsService>;

/** Accounts of this machine: entered, given a new password, ended. Making one is register.ts. */
export function createAccountsService(deps: AccountsDeps) {
  const { database, recordAudit, checkPassword, issueSession, onEnded, pepper } = deps;

  return {
    async login(client: Client, credentials: Credentials) {
      const { account, accountKey } = await checkPassword.logIn(client, credentials);
      try {
        const owner = { accountId: account.id, accountKey, client };
        const session = database.transaction((db) => {
          refuseOutdated(db, account);
          const issued = issueSession(db, owner);
          recordAudit(db, owner, { action: 'auth.login', resourceId: issued.familyId, metadata: {} });
          return issued;
        });
        return { token: await session.sign(), user: userOf(account) };
      } finally {
        accountKey.fill(0);
      }
    },

    /**
     * Seals the account key under a new password. Other sessions and the remembered session end; API keys stay valid.
     */
    async changePassword(actor: Actor, change: { currentPassword: string; newPassword: string }) {
      const { account, accountKey } = await checkPassword.confirm(actor, change.currentPassword);
      const { salt, credential } = await newPasswordCredential(change.newPassword, argon2SlotOfAccount(actor));
      try {
        const wrappedKey = wrapWithPassword(accountKey, { accountId: account.id, credential, pepper });
        const outcome = database.transaction((db) => {
          refuseOutdated(db, account);
          updateWrappedKey(db, { id: account.id, passwordSalt: salt, wrappedKey });
          const ended = listFamilyIds(db, account.id, actor.credential.id);
          const sessionsEnded = ended.length;
          deleteOtherFamilies(db, account.id, actor.credential.id);
          deleteKeptSessions(db, account.id);
          recordAudit(db, actor, {
            action: 'auth.password_change',
            resourceId: String(account.id),
            metadata: { sessionsEnded },
          });
          return { ended, answer: { sessionsEnded, apiKeysKept: countApiKeys(db, account.id) } };
        });
        onEnded({ kind: 'session', ids: outcome.ended, reason: 'password_changed' });
        deps.endOwnerlessSandboxes(account.id);
        return outcome.answer;
      } finally {
        accountKey.fill(0);
        credential.fill(0);
      }
    },

    /**
     * Asks the owner again, for what a stolen session must not do. @throws AppError `invalid_credentials`,
     * `rate_limited`
     */
    async confirmPassword(actor: Actor, password: string): Promise<void> {
      const { accountKey } = await checkPassword.confirm(actor, password);
      accountKey.fill(0);
    },

    /** Deletes the account and all its data except its audit rows. */
    async remove(actor: Actor, password: string): Promise<void> {
      const { account, accountKey } = await checkPassword.confirm(actor, password);
      accountKey.fill(0);
      await deps.clearData(account.id);
      const ended = database.transaction((db) => {
        const id = String(account.id);
        const sessionIds = listFamilyIds(db, account.id);
        const apiKeyIds = listApiKeyIdentities(db, account.id).map((key) => key.id);
        const item = { kind: 'account', id, version: 1, digest: null } as const;
        recordAudit(db, actor, { action: 'account.delete', resourceId: id, metadata: {}, item });
        deleteAccount(db, account.id);
        return { sessionIds, apiKeyIds };
      });
      onEnded({ kind: 'session', ids: ended.sessionIds, reason: 'account_deleted' });
      onEnded({ kind: 'apiKey', ids: ended.apiKeyIds, reason: 'account_deleted' });
      deps.cancelRuns(account.id);
    },
  };
}

/** A password that was changed while it was being checked is a wrong one by now. */
function refuseOutdated(db: ReadableDb, { id, wrappedKey }: AccountRow): void {
  const current = findAccount(db, id)?.wrappedKey;
  if (current === undefined || Buffer.compare(current, wrappedKey) !== 0)
    throw new AppError(
      'invalid_credentials',
      'The password was changed by another request. Log in with the new password.',
    );
}
