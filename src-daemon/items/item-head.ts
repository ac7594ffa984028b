import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { WritableDb } from '../db/database.ts';
import type { ItemChange } from '../db/item-state.ts';
import { deleteHeads, deleteHeadsBefore, type ItemHead, putHead, type StoredHead } from './item-heads.store.ts';

/** The 32-byte key of the heads, prepared once. */
export function itemHeadKey(key: Uint8Array): KeyObject {
  return createSecretKey(key);
}

/** HMAC-SHA256 (RFC 2104) over a head in canonical form; 32 bytes. */
export function headMac(key: KeyObject, head: ItemHead): Uint8Array {
  const { kind, itemId, version, accountId, digest, auditSeq } = head;
  const fields = [kind, itemId, version, accountId, Buffer.from(digest).toString('hex'), auditSeq];
  return new Uint8Array(createHmac('sha256', key).update(JSON.stringify(fields)).digest());
}

/** Returns true if the head was written by this daemon's master key. */
export function isAuthentic(key: KeyObject, head: StoredHead): boolean {
  return head.mac.length === 32 && timingSafeEqual(headMac(key, head), head.mac);
}

/** Writes the head of a change, in the transaction that has just recorded it as audit row `auditSeq`. */
export type WriteHead = (db: WritableDb, change: ItemChange, auditSeq: number) => void;

export function createHeadWriter(key: KeyObject): WriteHead {
  return (db, change, auditSeq) => {
    if (change.digest === null) return deleteHeads(db, change.kind, change.id);
    const { kind, id, version, accountId, digest, keptFrom } = change;
    const head = { kind, itemId: id, version, accountId, digest, auditSeq };
    deleteHeadsBefore(db, { kind, id, version: keptFrom });
    putHead(db, { ...head, mac: headMac(key, head) });
  };
}
