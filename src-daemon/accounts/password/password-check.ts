import { randomBytes } from 'node:crypto';
import type { RecordAudit } from '../../audit/record-audit.ts';
import type { Actor, Client } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Argon2Turn } from '../../crypto/argon2-gate.ts';
import { passwordCredential } from '../../crypto/slots.ts';
import type { Database } from '../../db/database.ts';
import { type AccountRow, findAccountByEmail } from '../accounts.store.ts';
import { requireAccount } from '../user.ts';
import { turnOfAccount, turnOfLogin } from './argon2-slot.ts';
import type { AttemptLimits } from './attempt-limits.ts';
import { createGuessLimit } from './guess-limit.ts';
import { openPasswordSlot, sealPasswordSlot } from './password-slot.ts';

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

interface Guess {
  account: AccountRow | undefined;
  password: string;
  turn: Argon2Turn;
  client: Client;
}

/** An e-mail as it is compared: without regard to case. */
export const emailKeyOf = (email: string): string => email.normalize('NFC').toLowerCase();

export type PasswordCheck = ReturnType<typeof createPasswordCheck>;

/**
 * Opens the password slot, which is the only check of a password there is.
 * Answers the account and its key, which the caller fills with zeros. An unknown e-mail opens a decoy, so that both
 * take the same Argon2id work.
 * @throws AppError `invalid_credentials`, `rate_limited`
 */
export function createPasswordCheck({ database, recordAudit, limits, pepper }: PasswordCheckDeps) {
  const decoy = makeDecoy(pepper);
  const judgeGuess = createGuessLimit(limits);

  return {
    /** For a client without a credential. Failures count for the e-mail. */
    async logIn(client: Client, { email, password }: Credentials) {
      const emailKey = emailKeyOf(email);
      const turn = turnOfLogin(client, emailKey);
      const opened = await judgeGuess({ kind: 'login', subject: emailKey }, () =>
        open({ account: findAccountByEmail(database.read, emailKey), password, turn, client }),
      );
      if (opened === undefined) throw new AppError('invalid_credentials', 'The e-mail or the password is wrong.');
      return opened;
    },

    /**
     * For the owner of a session, whom failed logins of others must not hold up. Failures count for the session, so that
     * a stolen one is no way to guess the password.
     */
    async confirm(actor: Actor, password: string) {
      const account = requireAccount(database.read, actor.accountId);
      const turn = turnOfAccount(actor);
      const opened = await judgeGuess({ kind: 'confirmation', subject: actor.credential.id }, () =>
        open({ account, password, turn, client: actor.client }),
      );
      if (opened === undefined) throw new AppError('invalid_credentials', 'The password is wrong.');
      return opened;
    },
  };

  async function open({ account, password, turn, client }: Guess) {
    const { id, passwordSalt, passwordSlot } = account ?? decoy;
    const credential = await passwordCredential(password, passwordSalt, turn);
    const accountKey = openPasswordSlot(passwordSlot, { accountId: id, credential, pepper });
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

function makeDecoy(pepper: Uint8Array): Pick<AccountRow, 'id' | 'passwordSalt' | 'passwordSlot'> {
  const credential = new Uint8Array(randomBytes(32));
  const passwordSlot = sealPasswordSlot(new Uint8Array(randomBytes(32)), { accountId: 0, credential, pepper });
  return { id: 0, passwordSalt: new Uint8Array(randomBytes(16)), passwordSlot };
}
