import { utf8ToBytes } from '@noble/hashes/utils.js';
import { lengthPrefixed } from '../../src-shared/formats/length-prefixed.ts';

/** The version of the sealed layout; the first byte of every sealed value, and bound by its associated data. */
export const sealFormat = 1;

/** The one place where a sealed value opens. */
export interface SealContext {
  /** Kind of the sealed value: `secret`, `execution_output`, `slot.password`, … */
  kind: string;
  /** 0 for what belongs to no account. */
  accountId: number;
  itemId: string;
  /** Counts the item's changes, so that an old value does not open in the place of a new one. */
  itemVersion: number;
  field: string;
}

/**
 * The associated data of a seal: `strongroom`, format, kind, account, item, version and field, each as its length
 * (32 bits, big-endian) and its bytes, so that no two contexts have one encoding. Integers are 64 bits, big-endian.
 */
export function sealAssociatedData({ kind, accountId, itemId, itemVersion, field }: SealContext): Uint8Array {
  return lengthPrefixed([
    utf8ToBytes('strongroom'),
    Uint8Array.of(sealFormat),
    utf8ToBytes(kind),
    integerBytes(accountId),
    utf8ToBytes(itemId),
    integerBytes(itemVersion),
    utf8ToBytes(field),
  ]);
}

function integerBytes(value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError('ids and versions are integers from 0');
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}
