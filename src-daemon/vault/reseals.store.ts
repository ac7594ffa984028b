import type { ReadableDb, WritableDb } from '../db/database.ts';

/** A script that was sealed under the new password, and the revision that it was made from. */
export interface ResealedRow {
  codeId: number;
  accountId: number;
  revision: number;
  salt: Uint8Array;
  nonce: Uint8Array;
  ciphertext: Uint8Array;
}

/** Begins a change, in place of an unfinished one. `createdAt`: epoch ms. */
export function putReseal(db: WritableDb, row: { accountId: number; id: string; createdAt: number }): void {
  deleteReseal(db, row.accountId);
  db.run('INSERT INTO reseals (account_id, id, created_at) VALUES (:accountId, :id, :createdAt)', row);
}

export function findReseal(db: ReadableDb, accountId: number): { id: string } | undefined {
  return db.get<{ id: string }>('SELECT id FROM reseals WHERE account_id = ?', [accountId]);
}

/** With the scripts that were sent. */
export function deleteReseal(db: WritableDb, accountId: number): void {
  db.run('DELETE FROM reseals WHERE account_id = ?', [accountId]);
}

/** Deletes the changes that began before a time, epoch ms. */
export function deleteResealsBefore(db: WritableDb, createdAt: number): void {
  db.run('DELETE FROM reseals WHERE created_at < ?', [createdAt]);
}

export function putResealedCode(db: WritableDb, row: ResealedRow): void {
  db.run(
    `INSERT OR REPLACE INTO resealed_code (code_id, account_id, revision, salt, nonce, ciphertext)
     VALUES (:codeId, :accountId, :revision, :salt, :nonce, :ciphertext)`,
    row,
  );
}

export function findResealedCode(db: ReadableDb, codeId: number): ResealedRow | undefined {
  return db.get<ResealedRow>(
    `SELECT code_id AS codeId, account_id AS accountId, revision, salt, nonce, ciphertext
     FROM resealed_code WHERE code_id = ?`,
    [codeId],
  );
}
