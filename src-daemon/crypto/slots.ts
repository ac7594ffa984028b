import type { Argon2Slot } from './argon2-gate.ts';
import { hkdfSha256 } from './hkdf.ts';
import { passwordKey } from './password-key.ts';
import { open, seal } from './seal.ts';
import type { SealContext } from './seal-context.ts';

export type SlotKind = 'password' | 'api_key' | 'session';

interface Slot {
  slotId: string;
  accountId: number;
  kind: SlotKind;
  /** 32 bytes that only the holder of the credential has. */
  credential: Uint8Array;
  /** The daemon's own 32 bytes (`deriveKeys().slotPepper`). */
  pepper: Uint8Array;
}

/** Returns the credential of a password slot: the Argon2id hash of the password, 32 bytes. See {@link passwordKey}. */
export function passwordCredential(password: string, salt: Uint8Array, argon2Slot?: Argon2Slot): Promise<Uint8Array> {
  return passwordKey(password, salt, argon2Slot);
}

/** Seals an account key. It opens only with the same credential, pepper and slot. */
export function wrapAccountKey({ accountKey, ...slot }: Slot & { accountKey: Uint8Array }): Uint8Array {
  const key = slotKey(slot);
  try {
    return seal(key, slotContext(slot), accountKey);
  } finally {
    key.fill(0);
  }
}

/**
 * Opens a slot and returns the account key, 32 bytes, which the caller fills with zeros. A success verifies the
 * credential; there is no other check.
 * @throws SealError
 */
export function unwrapAccountKey({ wrapped, ...slot }: Slot & { wrapped: Uint8Array }): Uint8Array {
  const key = slotKey(slot);
  try {
    return open(key, slotContext(slot), wrapped);
  } finally {
    key.fill(0);
  }
}

/** HKDF-SHA256 of the credential, salted with the pepper. Both are required to derive the key. */
function slotKey({ kind, credential, pepper }: Slot): Uint8Array {
  if (credential.length !== 32 || pepper.length !== 32) throw new RangeError('credential and pepper have 32 bytes');
  return hkdfSha256(credential, { salt: pepper, info: `strongroom/slot/${kind}/1` }, 32);
}

function slotContext({ kind, accountId, slotId }: Slot): SealContext {
  return { kind: `slot.${kind}`, accountId, itemId: slotId, itemVersion: 1, field: 'account_key' };
}
