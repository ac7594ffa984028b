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
}

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

/** A JSON array has one spelling for one row: fixed order, no white space, no keys. */
function canonicalRow(row: ChainedRow): string {
  const { seq, userId, action, resourceType, resourceId, ipAddress, metadata, createdAt } = row;
  return JSON.stringify([seq, userId, action, resourceType, resourceId, ipAddress, metadata, createdAt]);
}
