import type { ReadableDb, WritableDb } from '../db/database.ts';

/** A draft without its payload. `updatedAt` is epoch ms, `size` bytes of the ciphertext. */
export interface DraftRow {
  id: string;
  updatedAt: number;
  size: number;
}

export interface SealedDraftRow extends DraftRow {
  salt: Uint8Array | null;
  nonce: Uint8Array;
  ciphertext: Uint8Array;
}

/** A draft by the account that owns it. */
export interface DraftKey {
  accountId: number;
  id: string;
}

const columns = 'id, updated_at AS updatedAt, size';

/** By id. */
export function listDrafts(db: ReadableDb, accountId: number): DraftRow[] {
  return db.all<DraftRow>(`SELECT ${columns} FROM drafts WHERE account_id = ? ORDER BY id`, [accountId]);
}

export function findDraft(db: ReadableDb, key: DraftKey): DraftRow | undefined {
  return db.get<DraftRow>(`SELECT ${columns} FROM drafts WHERE account_id = :accountId AND id = :id`, key);
}

export function findSealedDraft(db: ReadableDb, key: DraftKey): SealedDraftRow | undefined {
  return db.get<SealedDraftRow>(
    `SELECT ${columns}, salt, nonce, ciphertext FROM drafts WHERE account_id = :accountId AND id = :id`,
    key,
  );
}

/** The number and the bytes of the other drafts of the account. */
export function countOtherDrafts(db: ReadableDb, key: DraftKey): { drafts: number; bytes: number } {
  const counted = db.get<{ drafts: number; bytes: number }>(
    `SELECT count(*) AS drafts, coalesce(sum(size), 0) AS bytes FROM drafts WHERE account_id = :accountId AND id <> :id`,
    key,
  );
  return counted ?? { drafts: 0, bytes: 0 };
}

/** Inserts a draft or replaces it. */
export function putDraft(db: WritableDb, row: SealedDraftRow & DraftKey): void {
  db.run(
    `INSERT INTO drafts (account_id, id, size, updated_at, salt, nonce, ciphertext)
     VALUES (:accountId, :id, :size, :updatedAt, :salt, :nonce, :ciphertext)
     ON CONFLICT (account_id, id) DO UPDATE SET size = excluded.size, updated_at = excluded.updated_at,
       salt = excluded.salt, nonce = excluded.nonce, ciphertext = excluded.ciphertext`,
    row,
  );
}

export function deleteDraft(db: WritableDb, key: DraftKey): void {
  db.run('DELETE FROM drafts WHERE account_id = :accountId AND id = :id', key);
}

/** Deletes one draft of the account; false if there is none. */
export function deleteAnyDraft(db: WritableDb, accountId: number): boolean {
  const { changes } = db.run(
    `DELETE FROM drafts WHERE account_id = :accountId
     AND id = (SELECT id FROM drafts WHERE account_id = :accountId LIMIT 1)`,
    { accountId },
  );
  return changes > 0;
}
