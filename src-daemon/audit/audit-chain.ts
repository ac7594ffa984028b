import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Fields of an audit row that its MAC covers. Times are epoch ms; metadata is JSON text as stored. */
export interface ChainedRow {
  seq: number;
  userId: number;
  action: string;
  resourceType: string;
  resourceId: string | null;
  ipAddress: string;
  metadata: string;
  createdAt: number;
  /** Item that the row changed; null if it changed none, and in rows older than item heads. */
  itemKind: string | null;
  itemId: string | null;
  itemVersion: number | null;
  /** SHA-256 of the item's new state; null if it was deleted. */
  itemDigest: Uint8Array | null;
}

/** Item columns of a row that changed no item. */
export const noItem = { itemKind: null, itemId: null, itemVersion: null, itemDigest: null };

/** MAC in place of the row before the first one. */
export const emptyChainMac = new Uint8Array(32);

/** Prepares the 32-byte key of the chain once, because this costs more than a MAC. */
export function chainMacKey(key: Uint8Array): KeyObject {
  return createSecretKey(key);
}

/** Returns HMAC-SHA256 (RFC 2104) of the row in canonical form and the MAC of the previous row; 32 bytes. */
export function chainMac(key: KeyObject, row: ChainedRow, previousMac: Uint8Array): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(canonicalRow(row)).update(previousMac).digest());
}

/** Returns the canonical form of a row: a JSON array in fixed order without white space, of 8 fields, or 12 with an item. */
function canonicalRow(row: ChainedRow): string {
  const { seq, userId, action, resourceType, resourceId, ipAddress, metadata, createdAt } = row;
  const fields = [seq, userId, action, resourceType, resourceId, ipAddress, metadata, createdAt];
  return JSON.stringify([...fields, ...itemFields(row)]);
}

/** Returns no fields for a row without an item, so that rows older than these columns keep their form. */
function itemFields({ itemKind, itemId, itemVersion, itemDigest }: ChainedRow): (string | number | null)[] {
  if (itemKind === null && itemId === null && itemVersion === null && itemDigest === null) return [];
  return [itemKind, itemId, itemVersion, itemDigest && Buffer.from(itemDigest).toString('hex')];
}
