import type { Actor, Client } from '../../core/actor.ts';
import type { Argon2Turn } from '../../crypto/argon2-gate.ts';

/** The turn of a check for a client without a credential: the e-mails take turns, known or not. */
export function turnOfLogin({ isOwnUser }: Client, emailKey: string): Argon2Turn {
  return { lane: isOwnUser ? 'own_user' : 'anyone', fairnessKey: emailKey };
}

/** The turn of a check for a credential that has been verified. */
export function turnOfAccount({ accountId }: Actor): Argon2Turn {
  return { lane: 'account', fairnessKey: String(accountId) };
}
