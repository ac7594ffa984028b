import type { Argon2Slot } from './argon2-gate.ts';
import { hkdfSha256 } from './hkdf.ts';
import { passwordKey } from './password-key.ts';
import { open, seal } from './seal.ts';
import type { SealContext } from './seal-context.ts';

export type CredentialKind = 'password' | 'api_key' | 'session';

interface KeyWrap {
  credentialId: string;
  accountId: number;
  kind: CredentialKind;
  /** 32 bytes that only the holder of the credential has. */
  credential: Uint8Array;
  /** The daemon's own 32 bytes (`deriveKeys().wrapPepper`). */
  pepper: Uint8Array;
}

/** Returns the credential of a password: the Argon2id hash of the password, 32 bytes. See {@link passwordKey}. */
export function passwordCredential(password: string, salt: Uint8Array, argon2Slot?: Argon2Slot): Promise<Uint8Array> {
  return passwordKey(password, salt, argon2Slot);
}

/** Seals an account key. It opens only with the same credential, its id and the pepper. */
export function wrapAccountKey({ accountKey, ...wrap }: KeyWrap & { accountKey: Uint8Array }): Uint8Array {
  const key = wrappingKey(wrap);
  try {
    return seal(key, wrapContext(wrap), accountKey);
  } finally {
    key.fill(0);
  }
}

/**
 * Unwraps and returns the account key, 32 bytes, which the caller fills with zeros. A success verifies the
 * credential; there is no other check.
 * @throws SealError
 */
export function unwrapAccountKey({ wrapped, ...wrap }: KeyWrap & { wrapped: Uint8Array }): Uint8Array {
  const key = wrappingKey(wrap);
  try {
    return open(key, wrapContext(wrap), wrapped);
  } finally {
    key.fill(0);
  }
}

/** HKDF-SHA256 of the credential, salted with the pepper. Both are required to derive the key. */
function wrappingKey({ kind, credential, pepper }: KeyWrap): Uint8Array {
  if (credential.length !== 32 || pepper.length !== 32) throw new RangeError('credential and pepper have 32 bytes');
  return hkdfSha256(credential, { salt: pepper, info: `strongroom/slot/${kind}/1` }, 32);
}

function wrapContext({ kind, accountId, credentialId }: KeyWrap): SealContext {
  return { kind: `slot.${kind}`, accountId, itemId: credentialId, itemVersion: 1, field: 'account_key' };
}
