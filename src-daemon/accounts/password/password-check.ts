import { randomBytes } from 'node:crypto';
import type { RecordAudit } from '../../audit/record-audit.ts';
import type { Actor, Client } from '../../core/actor.ts';
import type { Argon2Slot } from '../../crypto/argon2-gate.ts';
import { looksLikeApiKey } from '../../crypto/tokens.ts';
import { passwordCredential } from '../../crypto/wrapped-keys.ts';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { apiKeyMisplaced } from '../../errors/repeated-errors.ts';
import { type AccountRow, findAccountByEmail } from '../accounts.store.ts';
import { requireAccount } from '../user.ts';
import { argon2SlotOfAccount, argon2SlotOfLogin } from './argon2-slots.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { createPendingLimit } from './guess-limit.ts';
import { unwrapWithPassword, wrapWithPassword } from './password-wrap.ts';

interface PasswordCheckDeps {
  database: Database;
  recordAudit: RecordAudit;
  limits: AttemptLimits;
  pepper: Uint8Array;
}

export interface Credentials {
  email: string;
  password: string;
}

interface PasswordAttempt {
  account: AccountRow | undefined;
  password: string;
  argon2Slot: Argon2Slot;
  client: Client;
}

/** Returns the form of an e-mail that is compared: NFC and lower case. */
export const emailKeyOf = (email: string): string => email.normalize('NFC').toLowerCase();

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

/**
 * Checks passwords by unwrapping the account key; there is no other check. Returns the account and its key, which the
 * caller fills with zeros. An unknown e-mail unwraps a decoy, so that it takes the same Argon2id work.
 * @throws AppError `invalid_credentials`, `rate_limited`
 */
export function createPasswordCheck({ database, recordAudit, limits, pepper }: PasswordCheckDeps) {
  const decoy = makeDecoy(pepper);
  const checkWithinLimit = createPendingLimit(limits);

  return {
    /** Checks the password of a client without a credential. Failures count for the e-mail. */
    async logIn(client: Client, { email, password }: Credentials) {
      const emailKey = emailKeyOf(email);
      const argon2Slot = argon2SlotOfLogin(client, emailKey);
      const opened = await checkWithinLimit({ kind: 'login', subject: emailKey }, () =>
        open({ account: findAccountByEmail(database.read, emailKey), password, argon2Slot, client }),
      );
      if (opened === undefined) throw loginRefused({ email, password });
      return opened;
    },

    /**
     * Checks the password again for a session. Failed logins of others must not block it, so failures count for the
     * session. The limit prevents that a stolen session is used to guess the password.
     */
    async confirm(actor: Actor, password: string) {
      const account = requireAccount(database.read, actor.accountId);
      const argon2Slot = argon2SlotOfAccount(actor);
      const opened = await checkWithinLimit({ kind: 'confirmation', subject: actor.credential.id }, () =>
        open({ account, password, argon2Slot, client: actor.client }),
      );
      if (opened === undefined) throw new AppError('invalid_credentials', 'The password is wrong.');
      return opened;
    },
  };

  async function open({ account, password, argon2Slot, client }: PasswordAttempt) {
    const { id, passwordSalt, wrappedKey } = account ?? decoy;
    const credential = await passwordCredential(password, passwordSalt, argon2Slot);
    const accountKey = unwrapWithPassword(wrappedKey, { accountId: id, credential, pepper });
    credential.fill(0);
    if (account !== undefined && accountKey !== undefined) return { account, accountKey };
    if (account !== undefined) recordFailure(account, client);
    return undefined;
  }

  function recordFailure({ id }: AccountRow, client: Client): void {
    database.transaction((db) =>
      recordAudit(db, { accountId: id, client }, { action: 'auth.login_failed', resourceId: String(id), metadata: {} }),
    );
  }
}

function loginRefused({ email, password }: Credentials): AppError {
  for (const [path, value] of Object.entries({ email, password }))
    if (looksLikeApiKey(value)) return apiKeyMisplaced('invalid_credentials', path);
  return new AppError('invalid_credentials', 'The e-mail or the password is wrong.');
}

function makeDecoy(pepper: Uint8Array): Pick<AccountRow, 'id' | 'passwordSalt' | 'wrappedKey'> {
  const credential = new Uint8Array(randomBytes(32));
  const wrappedKey = wrapWithPassword(new Uint8Array(randomBytes(32)), { accountId: 0, credential, pepper });
  return { id: 0, passwordSalt: new Uint8Array(randomBytes(16)), wrappedKey };
}
