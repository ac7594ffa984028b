import type { Scope } from '../../../src-shared/scopes.ts';
import type { ReadableDb, WritableDb } from '../../db/database.ts';

export interface ApiKeyRow {
  id: string;
  accountId: number;
  name: string;
  scopes: Scope[];
  secretNames: string[] | null;
  /** The only hosts that network rules of this key can allow; null: all within the account's ceiling. */
  networkHosts: string[] | null;
  /** The rules about rights that were in force at its creation (`newestRules`). */
  rules: number;
  wrappedKey: Uint8Array;
  createdAt: number;
  expiresAt: number | null;
  lastUsedAt: number | null;
}

type StoredRow = Omit<ApiKeyRow, 'scopes' | 'secretNames' | 'networkHosts'> & {
  scopes: string;
  secretNames: string | null;
  networkHosts: string | null;
};

const columns = `id, account_id AS accountId, name, scopes, secret_names AS secretNames, network_hosts AS networkHosts, rules,
                 slot AS wrappedKey, created_at AS createdAt, expires_at AS expiresAt, last_used_at AS lastUsedAt`;

export function insertApiKey(db: WritableDb, row: Omit<ApiKeyRow, 'lastUsedAt'>): void {
  db.run(
    `INSERT INTO api_keys (id, account_id, name, scopes, secret_names, network_hosts, rules, slot, created_at, expires_at)
     VALUES (:id, :accountId, :name, :scopes, :secretNames, :networkHosts, :rules, :wrappedKey, :createdAt, :expiresAt)`,
    {
      ...row,
      scopes: JSON.stringify(row.scopes),
      secretNames: row.secretNames === null ? null : JSON.stringify(row.secretNames),
      networkHosts: row.networkHosts === null ? null : JSON.stringify(row.networkHosts),
    },
  );
}

export function findApiKey(db: ReadableDb, id: string): ApiKeyRow | undefined {
  const row = db.get<StoredRow>(`SELECT ${columns} FROM api_keys WHERE id = ?`, [id]);
  return row && fromStored(row);
}

/** Newest first. */
export function listApiKeys(db: ReadableDb, accountId: number): ApiKeyRow[] {
  return db
    .all<StoredRow>(`SELECT ${columns} FROM api_keys WHERE account_id = ? ORDER BY created_at DESC, id`, [accountId])
    .map(fromStored);
}

/** Lists the API keys of one account, or of all accounts. */
export function listApiKeyIdentities(db: ReadableDb, accountId?: number) {
  return db.all<{ id: string; accountId: number; name: string }>(
    `SELECT id, account_id AS accountId, name FROM api_keys
     WHERE account_id = coalesce(?, account_id) ORDER BY created_at, id`,
    [accountId ?? null],
  );
}

export function countApiKeys(db: ReadableDb, accountId: number): number {
  return (
    db.get<{ count: number }>('SELECT count(*) AS count FROM api_keys WHERE account_id = ?', [accountId])?.count ?? 0
  );
}

export function updateApiKeyUsed(db: WritableDb, id: string, lastUsedAt: number): void {
  db.run('UPDATE api_keys SET last_used_at = ? WHERE id = ?', [lastUsedAt, id]);
}

export function deleteApiKey(db: WritableDb, id: string): void {
  db.run('DELETE FROM api_keys WHERE id = ?', [id]);
}

function fromStored(row: StoredRow): ApiKeyRow {
  return {
    ...row,
    scopes: JSON.parse(row.scopes),
    secretNames: row.secretNames === null ? null : JSON.parse(row.secretNames),
    networkHosts: row.networkHosts === null ? null : JSON.parse(row.networkHosts),
  };
}
