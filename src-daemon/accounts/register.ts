import { randomBytes } from 'node:crypto';
import { scopes } from '../../src-shared/scopes.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Client } from '../core/actor.ts';
import type { Database, ReadableDb, WritableDb } from '../db/database.ts';
import type { ItemChange } from '../db/item-state.ts';
import { AppError } from '../errors/app-error.ts';
import { findAccountByEmail, insertAccount, updateWrappedKey } from './accounts.store.ts';
import { apiKeyState } from './api-keys/api-key-items.ts';
import type { ApiKeyIssuer } from './api-keys/issue-api-key.ts';
import { argon2SlotOfLogin } from './password/argon2-slots.ts';
import type { AttemptLimits } from './password/attempt-limits.ts';
import { type Credentials, emailKeyOf } from './password/password-check.ts';
import { newPasswordCredential, wrapWithPassword } from './password/password-wrap.ts';
import type { SessionIssuer } from './sessions/issue-session.ts';
import { userOf } from './user.ts';

interface RegisterDeps {
  database: Database;
  recordAudit: RecordAudit;
  limits: AttemptLimits;
  issueSession: SessionIssuer;
  issueApiKey: ApiKeyIssuer;
  pepper: Uint8Array;
  isRegistrationOpen: () => boolean;
  now: () => number;
}

/** Makes accounts of this machine, each with its first session: all of it or nothing. */
export function createRegistration(deps: RegisterDeps) {
  const { database, recordAudit, limits, issueSession, issueApiKey, pepper, isRegistrationOpen, now } = deps;

  return {
    /** With a first API key, which has every scope. @throws AppError `registration_closed`, `email_taken`, `rate_limited` */
    async withKey(client: Client, credentials: Credentials) {
      const { made, ...registered } = await register(client, credentials, (db, owner) => {
        const key = issueApiKey(db, {
          ...owner,
          name: 'First key',
          scopes,
          secretNames: null,
          networkHosts: null,
          expiresAt: null,
        });
        return { apiKey: key.text, item: { ...apiKeyState(key.row), keptFrom: 1 } };
      });
      return { ...registered, apiKey: made.apiKey };
    },

    /** With nothing but the session. @throws AppError `registration_closed`, `email_taken`, `rate_limited` */
    async withoutKey(client: Client, credentials: Credentials) {
      const { token, user } = await register(client, credentials, () => ({}));
      return { token, user };
    },
  };

  /** Refusals of a taken e-mail are limited as well, so that a program cannot search for the e-mails of accounts. */
  async function register<Made extends { item?: ItemChange }>(
    client: Client,
    { email, password }: Credentials,
    makeMore: (db: WritableDb, owner: Owner) => Made,
  ) {
    requireOpen();
    limits.requireAllowed('taken_email', '');
    if (isTaken(database.read, email)) {
      limits.take('taken_email', '');
      throw emailTaken();
    }
    const attempt = limits.take('registration', '');
    const accountKey = new Uint8Array(randomBytes(32));
    try {
      const { salt, credential } = await newPasswordCredential(password, argon2SlotOfLogin(client, emailKeyOf(email)));
      const { session, made, account } = database.transaction((db) => {
        const account = insert(db, { email, salt, credential, accountKey });
        const owner = { accountId: account.id, accountKey, client };
        const made = makeMore(db, owner);
        const session = issueSession(db, owner);
        const { item } = made;
        const resourceId = String(account.id);
        recordAudit(db, owner, { action: 'auth.register', resourceId, metadata: {}, ...(item && { item }) });
        return { session, made, account };
      });
      credential.fill(0);
      return { token: await session.sign(), made, user: userOf(account) };
    } catch (error) {
      limits.withdraw(attempt);
      throw error;
    } finally {
      accountKey.fill(0);
    }
  }

  function requireOpen(): void {
    if (isRegistrationOpen()) return;
    throw new AppError(
      'registration_closed',
      'Registration is closed. The first account of this machine can open it in its settings.',
    );
  }

  function insert(db: WritableDb, { email, salt, credential, accountKey }: NewAccount) {
    if (isTaken(db, email)) throw emailTaken();
    const account = { email, emailKey: emailKeyOf(email), createdAt: now() };
    const id = insertAccount(db, account);
    const wrappedKey = wrapWithPassword(accountKey, { accountId: id, credential, pepper });
    updateWrappedKey(db, { id, passwordSalt: salt, wrappedKey });
    return { id, ...account };
  }
}

interface Owner {
  accountId: number;
  accountKey: Uint8Array;
  client: Client;
}

interface NewAccount {
  email: string;
  salt: Uint8Array;
  credential: Uint8Array;
  accountKey: Uint8Array;
}

export type Registration = ReturnType<typeof createRegistration>;

function isTaken(db: ReadableDb, email: string): boolean {
  return findAccountByEmail(db, emailKeyOf(email)) !== undefined;
}

function emailTaken(): AppError {
  return new AppError('email_taken', 'An account with this e-mail exists on this machine: log in instead.');
}
