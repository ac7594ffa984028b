import type { ReadableDb, WritableDb } from '../../db/database.ts';

/** Row of a model provider. Times are epoch ms. */
export interface ProviderRow {
  id: number;
  accountId: number;
  name: string;
  /** Address with its version segment and without a trailing slash. */
  baseUrl: string;
  model: string;
  timeoutMs: number;
  isDefault: 0 | 1;
  /** Number of changes. The key is sealed for one version. */
  version: number;
  sealedKey: Uint8Array | null;
  createdAt: number;
  updatedAt: number;
}

const columns = `id, account_id AS accountId, name, base_url AS baseUrl, model, timeout_ms AS timeoutMs,
                 is_default AS isDefault, version, sealed_key AS sealedKey, created_at AS createdAt,
                 updated_at AS updatedAt`;

/** Inserts a row without a key, because the key is sealed for the id that this returns. */
export function insertProvider(db: WritableDb, row: Pick<ProviderRow, 'accountId' | 'name' | 'createdAt'>): number {
  return db.run(
    `INSERT INTO providers
       (account_id, name, base_url, model, timeout_ms, is_default, version, created_at, updated_at)
     VALUES (:accountId, :name, '', '', 0, 0, 0, :createdAt, :createdAt)`,
    row,
  ).lastInsertRowid;
}

export function updateProvider(
  db: WritableDb,
  row: Pick<ProviderRow, 'id' | 'baseUrl' | 'model' | 'timeoutMs' | 'version' | 'sealedKey' | 'updatedAt'>,
): void {
  db.run(
    `UPDATE providers SET base_url = :baseUrl, model = :model, timeout_ms = :timeoutMs, version = :version,
       sealed_key = :sealedKey, updated_at = :updatedAt
     WHERE id = :id`,
    row,
  );
}

/** Makes one provider the default and all others not. */
export function updateDefaultProvider(db: WritableDb, accountId: number, id: number): void {
  db.run('UPDATE providers SET is_default = 0 WHERE account_id = ? AND is_default = 1', [accountId]);
  db.run('UPDATE providers SET is_default = 1 WHERE account_id = ? AND id = ?', [accountId, id]);
}

export function findProvider(db: ReadableDb, accountId: number, name: string): ProviderRow | undefined {
  return db.get<ProviderRow>(`SELECT ${columns} FROM providers WHERE account_id = ? AND name = ?`, [accountId, name]);
}

export function findDefaultProvider(db: ReadableDb, accountId: number): ProviderRow | undefined {
  return db.get<ProviderRow>(`SELECT ${columns} FROM providers WHERE account_id = ? AND is_default = 1`, [accountId]);
}

/** Lists the providers, oldest first. */
export function listProviders(db: ReadableDb, accountId: number): ProviderRow[] {
  return db.all<ProviderRow>(`SELECT ${columns} FROM providers WHERE account_id = ? ORDER BY id`, [accountId]);
}

export function deleteProvider(db: WritableDb, id: number): void {
  db.run('DELETE FROM providers WHERE id = ?', [id]);
}
