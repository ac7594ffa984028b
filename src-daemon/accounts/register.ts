import { randomBytes } from 'node:crypto';
import { scopes } from '../../src-shared/scopes.ts';
import type { Client } from '../actor.ts';
import { AppError } from '../app-error.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import type { Database, ReadableDb } from '../db/database.ts';
import { findAccountByEmail, insertAccount, updatePasswordSlot } from './accounts.store.ts';
import { apiKeyState } from './api-key-items.ts';
import { turnOfLogin } from './argon2-turn.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import type { ApiKeyIssuer } from './issue-api-key.ts';
import type { SessionIssuer } from './issue-session.ts';
import { type Credentials, emailKeyOf } from './password-check.ts';
import { newPasswordCredential, sealPasswordSlot } from './password-slot.ts';
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

/**
 * Makes an account with its first API key, which has every scope, and its first session: all of it or nothing. Refusals of
 * a taken e-mail are limited as well, so that a program cannot search for the e-mails of accounts.
 * @throws AppError `registration_closed`, `email_taken`, `rate_limited`
 */
export function createRegistration(deps: RegisterDeps) {
  const { database, recordAudit, limits, issueSession, issueApiKey, pepper, isRegistrationOpen, now } = deps;

  return async (client: Client, { email, password }: Credentials) => {
    if (!isRegistrationOpen())
      throw new AppError(
        'registration_closed',
        'Registration is closed. The first account of this machine can open it in its settings.',
      );
    limits.requireRoom('taken_email', '');
    if (isTaken(database.read, email)) {
      limits.take('taken_email', '');
      throw emailTaken();
    }
    const attempt = limits.take('registration', '');
    const accountKey = new Uint8Array(randomBytes(32));
    try {
      const { salt, credential } = await newPasswordCredential(password, turnOfLogin(client, emailKeyOf(email)));
      const { session, apiKey, account } = database.transaction((db) => {
        if (isTaken(db, email)) throw emailTaken();
        const account = { email, emailKey: emailKeyOf(email), createdAt: now() };
        const id = insertAccount(db, account);
        const passwordSlot = sealPasswordSlot(accountKey, { accountId: id, credential, pepper });
        updatePasswordSlot(db, { id, passwordSalt: salt, passwordSlot });
        const owner = { accountId: id, accountKey, client };
        const apiKey = issueApiKey(db, { ...owner, name: 'First key', scopes, secretNames: null, expiresAt: null });
        const session = issueSession(db, owner);
        const item = { ...apiKeyState(apiKey.row), keptFrom: 1 };
        recordAudit(db, owner, { action: 'auth.register', resourceId: String(id), metadata: {}, item });
        return { session, apiKey, account: { id, ...account } };
      });
      credential.fill(0);
      return { token: await session.sign(), apiKey: apiKey.text, user: userOf(account) };
    } catch (error) {
      limits.giveBack(attempt);
      throw error;
    } finally {
      accountKey.fill(0);
    }
  };
}

export type Registration = ReturnType<typeof createRegistration>;

function isTaken(db: ReadableDb, email: string): boolean {
  return findAccountByEmail(db, emailKeyOf(email)) !== undefined;
}

function emailTaken(): AppError {
  return new AppError('email_taken', 'An account with this e-mail exists on this machine: log in instead.');
}
