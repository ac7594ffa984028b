import type { Argon2Turn } from './argon2-gate.ts';
import { hkdfSha256 } from './hkdf.ts';
import { passwordKey } from './password-key.ts';
import { open, seal } from './seal.ts';
import type { SealContext } from './seal-context.ts';

export type SlotKind = 'password' | 'api_key' | 'session';

interface Slot {
  slotId: string;
  accountId: number;
  kind: SlotKind;
  /** 32 bytes that only the holder of the credential can give. */
  credential: Uint8Array;
  /** The daemon's own 32 bytes (`deriveKeys().slotPepper`). */
  pepper: Uint8Array;
}

/** The credential of a password slot: Argon2id of the password, 32 bytes. See {@link passwordKey}. */
export function passwordCredential(password: string, salt: Uint8Array, turn?: Argon2Turn): Promise<Uint8Array> {
  return passwordKey(password, salt, turn);
}

/** Seals an account's key so that it opens with this credential, this pepper and in this slot only. */
export function wrapAccountKey({ accountKey, ...slot }: Slot & { accountKey: Uint8Array }): Uint8Array {
  const key = slotKey(slot);
  try {
    return seal(key, slotContext(slot), accountKey);
  } finally {
    key.fill(0);
  }
}

/**
 * The account's key out of its slot, 32 bytes, which the caller fills with zeros. That this succeeds is the check of
 * the credential: there is no other.
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

/** HKDF-SHA256 of the credential, salted with the pepper: without either of them nothing is known of the key. */
function slotKey({ kind, credential, pepper }: Slot): Uint8Array {
  if (credential.length !== 32 || pepper.length !== 32) throw new RangeError('credential and pepper have 32 bytes');
  return hkdfSha256(credential, { salt: pepper, info: `strongroom/slot/${kind}/1` }, 32);
}

function slotContext({ kind, accountId, slotId }: Slot): SealContext {
  return { kind: `slot.${kind}`, accountId, itemId: slotId, itemVersion: 1, field: 'account_key' };
}
