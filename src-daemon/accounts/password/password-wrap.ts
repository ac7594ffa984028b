import { randomBytes } from 'node:crypto';
import type { Argon2Slot } from '../../crypto/argon2-gate.ts';
import { SealError } from '../../crypto/seal.ts';
import { passwordCredential, unwrapAccountKey, wrapAccountKey } from '../../crypto/wrapped-keys.ts';

/** The Argon2id hash of a password, 32 bytes, which the caller fills with zeros, and its salt. */
export interface PasswordCredential {
  salt: Uint8Array;
  credential: Uint8Array;
}

interface PasswordWrap {
  accountId: number;
  credential: Uint8Array;
  pepper: Uint8Array;
}

const credentialId = 'password';

/** Derives the credential of a new password, under a new salt. */
export async function newPasswordCredential(password: string, argon2Slot: Argon2Slot): Promise<PasswordCredential> {
  const salt = new Uint8Array(randomBytes(16));
  return { salt, credential: await passwordCredential(password, salt, argon2Slot) };
}

export function wrapWithPassword(accountKey: Uint8Array, wrap: PasswordWrap): Uint8Array {
  return wrapAccountKey({ ...wrap, accountKey, credentialId, kind: 'password' });
}

/** Returns the account key; undefined if another password sealed it. */
export function unwrapWithPassword(wrapped: Uint8Array, wrap: PasswordWrap): Uint8Array | undefined {
  try {
    return unwrapAccountKey({ ...wrap, wrapped, credentialId, kind: 'password' });
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
