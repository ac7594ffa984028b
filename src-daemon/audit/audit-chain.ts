import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** The part of an audit row that its mac covers. Times are epoch ms, metadata is JSON text as stored. */
export interface ChainedRow {
  seq: number;
  userId: number;
  action: string;
  resourceType: string;
  resourceId: string | null;
  ipAddress: string;
  metadata: string;
  createdAt: number;
  /** The item that the row changed; null in a row that changed none, and in rows older than item heads. */
  itemKind: string | null;
  itemId: string | null;
  itemVersion: number | null;
  /** SHA-256 of the item's new state; null where it was deleted. */
  itemDigest: Uint8Array | null;
}

/** The item columns of a row that changed no item. */
export const noItem = { itemKind: null, itemId: null, itemVersion: null, itemDigest: null };

/** What stands for the row before the first one. */
export const emptyChainMac = new Uint8Array(32);

/** The 32-byte key of the chain as it is used: prepared once, which costs more than a mac. */
export function chainMacKey(key: Uint8Array): KeyObject {
  return createSecretKey(key);
}

/** HMAC-SHA256 (RFC 2104) over the row in canonical form and the mac of the row before it; 32 bytes. */
export function chainMac(key: KeyObject, row: ChainedRow, previousMac: Uint8Array): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(canonicalRow(row)).update(previousMac).digest());
}

/** A JSON array has one spelling for one row: fixed order, no white space, no keys. 8 fields, or 12 with an item. */
function canonicalRow(row: ChainedRow): string {
  const { seq, userId, action, resourceType, resourceId, ipAddress, metadata, createdAt } = row;
  const fields = [seq, userId, action, resourceType, resourceId, ipAddress, metadata, createdAt];
  return JSON.stringify([...fields, ...itemFields(row)]);
}

/** A row without any item column keeps the form that rows had before there were such columns. */
function itemFields({ itemKind, itemId, itemVersion, itemDigest }: ChainedRow): (string | number | null)[] {
  if (itemKind === null && itemId === null && itemVersion === null && itemDigest === null) return [];
  return [itemKind, itemId, itemVersion, itemDigest && Buffer.from(itemDigest).toString('hex')];
}
