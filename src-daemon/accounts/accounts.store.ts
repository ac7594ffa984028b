import type { ReadableDb, WritableDb } from '../db/database.ts';

export interface AccountRow {
  id: number;
  email: string;
  /** The e-mail as it is compared. */
  emailKey: string;
  passwordSalt: Uint8Array;
  wrappedKey: Uint8Array;
  createdAt: number;
}

const columns = `id, email, email_key AS emailKey, password_salt AS passwordSalt, password_slot AS wrappedKey,
                 created_at AS createdAt`;

/** Makes the row with an empty wrapped key, because the key is wrapped for the id that this gives. */
export function insertAccount(db: WritableDb, row: { email: string; emailKey: string; createdAt: number }): number {
  return db.run(
    `INSERT INTO accounts (email, email_key, password_salt, password_slot, created_at)
     VALUES (:email, :emailKey, x'', x'', :createdAt)`,
    row,
  ).lastInsertRowid;
}

export function findAccount(db: ReadableDb, id: number): AccountRow | undefined {
  return db.get<AccountRow>(`SELECT ${columns} FROM accounts WHERE id = ?`, [id]);
}

/** The oldest account that exists: ids only grow, and none comes back. */
export function findFirstAccountId(db: ReadableDb): number | undefined {
  return db.get<{ id: number | null }>('SELECT min(id) AS id FROM accounts')?.id ?? undefined;
}

export function findAccountByEmail(db: ReadableDb, emailKey: string): AccountRow | undefined {
  return db.get<AccountRow>(`SELECT ${columns} FROM accounts WHERE email_key = ?`, [emailKey]);
}

export function updateWrappedKey(
  db: WritableDb,
  row: { id: number; passwordSalt: Uint8Array; wrappedKey: Uint8Array },
): void {
  db.run('UPDATE accounts SET password_salt = :passwordSalt, password_slot = :wrappedKey WHERE id = :id', row);
}

/** Takes sessions, API keys, settings and runs with it; the audit rows stay. */
export function deleteAccount(db: WritableDb, id: number): void {
  db.run('DELETE FROM accounts WHERE id = ?', [id]);
}
