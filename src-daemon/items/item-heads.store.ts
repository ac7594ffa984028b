import type { ReadableDb, WritableDb } from '../db/database.ts';

/** The record of an item's state. */
export interface ItemHead {
  kind: string;
  itemId: string;
  version: number;
  accountId: number;
  digest: Uint8Array;
  /** The audit row of the change that made this state. */
  auditSeq: number;
}

export type StoredHead = ItemHead & { mac: Uint8Array };

/** The fields of an audit row about the item that it changed. */
export interface RecordedItem {
  userId: number;
  itemKind: string | null;
  itemId: string | null;
  itemVersion: number | null;
  itemDigest: Uint8Array | null;
}

export function putHead(db: WritableDb, head: StoredHead): void {
  db.run(
    `INSERT INTO item_heads (kind, item_id, version, account_id, digest, audit_seq, mac)
     VALUES (:kind, :itemId, :version, :accountId, :digest, :auditSeq, :mac)
     ON CONFLICT (kind, item_id, version) DO UPDATE SET
       account_id = excluded.account_id, digest = excluded.digest, audit_seq = excluded.audit_seq, mac = excluded.mac`,
    head,
  );
}

export function findHead(db: ReadableDb, key: { kind: string; id: string; version: number }): StoredHead | undefined {
  return db.get<StoredHead>(
    `SELECT kind, item_id AS itemId, version, account_id AS accountId, digest, audit_seq AS auditSeq, mac
     FROM item_heads WHERE kind = :kind AND item_id = :id AND version = :version`,
    key,
  );
}

export function deleteHeadsBefore(db: WritableDb, key: { kind: string; id: string; version: number }): void {
  db.run('DELETE FROM item_heads WHERE kind = :kind AND item_id = :id AND version < :version', key);
}

export function deleteHeads(db: WritableDb, kind: string, id: string): void {
  db.run('DELETE FROM item_heads WHERE kind = ? AND item_id = ?', [kind, id]);
}

export function findRecordedItem(db: ReadableDb, seq: number): RecordedItem | undefined {
  return db.get<RecordedItem>(
    `SELECT user_id AS userId, item_kind AS itemKind, item_id AS itemId, item_version AS itemVersion,
            item_digest AS itemDigest
     FROM audit_log WHERE seq = ?`,
    [seq],
  );
}

interface ItemKey {
  accountId: number;
  kind: string;
  id: string;
}

/** The newest audit row of an item; 0 when there is none. */
export function findLastItemSeq(db: ReadableDb, key: ItemKey): number {
  return (
    db.get<{ seq: number | null }>(
      'SELECT max(seq) AS seq FROM audit_log WHERE user_id = :accountId AND item_kind = :kind AND item_id = :id',
      key,
    )?.seq ?? 0
  );
}

/** The newest audit row of one version of an item; 0 when there is none. */
export function findLastVersionSeq(db: ReadableDb, key: ItemKey & { version: number }): number {
  return (
    db.get<{ seq: number | null }>(
      `SELECT max(seq) AS seq FROM audit_log
       WHERE user_id = :accountId AND item_kind = :kind AND item_id = :id AND item_version = :version`,
      key,
    )?.seq ?? 0
  );
}

/** The newest audit row of each item of an account that it does not record as deleted. */
export function listRecordedItems(db: ReadableDb, accountId: number): ExistingItem[] {
  return db.all<ExistingItem>(
    `SELECT audit_log.item_kind AS kind, audit_log.item_id AS id, item_version AS version, resource_id AS name,
            item_digest AS digest
     FROM (SELECT max(seq) AS last FROM audit_log
           WHERE user_id = ? AND item_kind IS NOT NULL GROUP BY item_kind, item_id)
     JOIN audit_log ON seq = last WHERE item_digest IS NOT NULL`,
    [accountId],
  );
}

export interface ExistingItem {
  kind: string;
  id: string;
  version: number;
  name: string | null;
  digest: Uint8Array;
}

/** Returns true if any item was ever recorded or has a head. */
export function hasItemRecords(db: ReadableDb): boolean {
  const sql = `SELECT EXISTS (SELECT 1 FROM audit_log WHERE item_kind IS NOT NULL)
                 OR EXISTS (SELECT 1 FROM item_heads) AS found`;
  return db.get<{ found: number }>(sql)?.found === 1;
}

export function listAccountIds(db: ReadableDb): number[] {
  return db.all<{ id: number }>('SELECT id FROM accounts').map(({ id }) => id);
}
