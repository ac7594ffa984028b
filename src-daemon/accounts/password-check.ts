import { randomBytes } from 'node:crypto';
import type { Client } from '../actor.ts';
import { AppError } from '../app-error.ts';
import type { RecordAudit } from '../audit/record-audit.ts';
import { passwordCredential } from '../crypto/slots.ts';
import type { Database } from '../db/database.ts';
import { type AccountRow, findAccountByEmail } from './accounts.store.ts';
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

  return async (client: Client, { email, password }: Credentials) => {
    const emailKey = emailKeyOf(email);
    const opened = await judgeGuess(emailKey, () => open(client, emailKey, password));
    if (opened === undefined) throw new AppError('invalid_credentials', 'The e-mail or the password is wrong.');
    return opened;
  };

  async function open(client: Client, emailKey: string, password: string) {
    const account = findAccountByEmail(database.read, emailKey);
    const { id, passwordSalt, passwordSlot } = account ?? decoy;
    const credential = await passwordCredential(password, passwordSalt);
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
