import type { Actor, Client } from '../../core/actor.ts';
import type { Argon2Slot } from '../../crypto/argon2-gate.ts';

/** Returns the Argon2 slot of a login. The queue is fair between e-mails, known or not. */
export function argon2SlotOfLogin({ isOwnUser }: Client, emailKey: string): Argon2Slot {
  return { lane: isOwnUser ? 'own_user' : 'anyone', fairnessKey: emailKey };
}

/** Returns the Argon2 slot of a request whose credential has been verified. */
export function argon2SlotOfAccount({ accountId }: Actor): Argon2Slot {
  return { lane: 'account', fairnessKey: String(accountId) };
}
