import type { ReadableDb, WritableDb } from '../db/database.ts';

/** Returns the stored settings of an account as JSON text; undefined if there are none. */
export function findAccountSettings(db: ReadableDb, accountId: number): string | undefined {
  return db.get<{ document: string }>('SELECT document FROM account_settings WHERE account_id = ?', [accountId])
    ?.document;
}

export function putAccountSettings(
  db: WritableDb,
  row: { accountId: number; document: string; updatedAt: number },
): void {
  db.run(
    `INSERT INTO account_settings (account_id, document, updated_at) VALUES (:accountId, :document, :updatedAt)
     ON CONFLICT (account_id) DO UPDATE SET document = excluded.document, updated_at = excluded.updated_at`,
    row,
  );
}

/** Returns a setting of the machine. */
export function findMachineSetting(db: ReadableDb, name: string): string | undefined {
  return db.get<{ value: string }>('SELECT value FROM machine_settings WHERE name = ?', [name])?.value;
}

export function putMachineSetting(db: WritableDb, name: string, value: string): void {
  db.run(
    `INSERT INTO machine_settings (name, value) VALUES (?, ?)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [name, value],
  );
}
