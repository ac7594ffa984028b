import { randomBytes } from 'node:crypto';
import type { Argon2Turn } from '../../crypto/argon2-gate.ts';
import { SealError } from '../../crypto/seal.ts';
import { passwordCredential, unwrapAccountKey, wrapAccountKey } from '../../crypto/slots.ts';

/** What a password became: 32 bytes of Argon2id, to be filled with zeros after use, and their salt. */
export interface PasswordCredential {
  salt: Uint8Array;
  credential: Uint8Array;
}

interface Slot {
  accountId: number;
  credential: Uint8Array;
  pepper: Uint8Array;
}

const slotId = 'password';

/** Derives the credential of a new password, under a new salt. */
export async function newPasswordCredential(password: string, turn: Argon2Turn): Promise<PasswordCredential> {
  const salt = new Uint8Array(randomBytes(16));
  return { salt, credential: await passwordCredential(password, salt, turn) };
}

export function sealPasswordSlot(accountKey: Uint8Array, slot: Slot): Uint8Array {
  return wrapAccountKey({ ...slot, accountKey, slotId, kind: 'password' });
}

/** The account's key, or undefined where the password is not the one that sealed it. */
export function openPasswordSlot(wrapped: Uint8Array, slot: Slot): Uint8Array | undefined {
  try {
    return unwrapAccountKey({ ...slot, wrapped, slotId, kind: 'password' });
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
