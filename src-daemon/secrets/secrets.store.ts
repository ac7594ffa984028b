import type { SecretHost } from '../../src-shared/contracts/network/secret-hosts.ts';
import type { ReadableDb, WritableDb } from '../db/database.ts';

/** A secret as it is kept. Times are epoch ms. */
export interface SecretRow {
  id: number;
  accountId: number;
  name: string;
  description: string;
  version: number;
  sealedValue: Uint8Array;
  masked: 0 | 1;
  createdAt: number;
  updatedAt: number;
  lastUsedAt: number | null;
  /** Hosts whose requests can contain the value; null for an environment variable. */
  hosts: SecretHost[] | null;
  placeholderPrefix: string | null;
}

type StoredRow = Omit<SecretRow, 'hosts'> & { hosts: string | null };

const columns = `id, account_id AS accountId, name, description, version, sealed_value AS sealedValue, masked,
                 created_at AS createdAt, updated_at AS updatedAt, last_used_at AS lastUsedAt, hosts,
                 placeholder_prefix AS placeholderPrefix`;

/** Makes the row with an empty value, because the value is sealed for the id that this gives. */
export function insertSecret(
  db: WritableDb,
  row: Pick<SecretRow, 'accountId' | 'name' | 'description' | 'createdAt'>,
): number {
  return db.run(
    `INSERT INTO secrets (account_id, name, description, version, sealed_value, masked, created_at, updated_at)
     VALUES (:accountId, :name, :description, 0, x'', 0, :createdAt, :createdAt)`,
    row,
  ).lastInsertRowid;
}

export function updateSecretValue(
  db: WritableDb,
  {
    hosts,
    ...row
  }: Pick<
    SecretRow,
    'id' | 'description' | 'version' | 'sealedValue' | 'masked' | 'updatedAt' | 'hosts' | 'placeholderPrefix'
  >,
): void {
  db.run(
    `UPDATE secrets SET description = :description, version = :version, sealed_value = :sealedValue,
       masked = :masked, updated_at = :updatedAt, hosts = :hosts, placeholder_prefix = :placeholderPrefix
     WHERE id = :id`,
    { ...row, hosts: hosts === null ? null : JSON.stringify(hosts) },
  );
}

export function updateSecretUsed(db: WritableDb, id: number, lastUsedAt: number): void {
  db.run('UPDATE secrets SET last_used_at = ? WHERE id = ?', [lastUsedAt, id]);
}

export function findSecret(db: ReadableDb, accountId: number, name: string): SecretRow | undefined {
  const row = db.get<StoredRow>(`SELECT ${columns} FROM secrets WHERE account_id = ? AND name = ?`, [accountId, name]);
  return row && fromStored(row);
}

export function findSecretById(db: ReadableDb, id: number): SecretRow | undefined {
  const row = db.get<StoredRow>(`SELECT ${columns} FROM secrets WHERE id = ?`, [id]);
  return row && fromStored(row);
}

/** Lists the secrets of one account, or of all accounts. */
export function listSecretIdentities(db: ReadableDb, accountId?: number) {
  return db.all<{ id: string; accountId: number; name: string }>(
    `SELECT CAST(id AS TEXT) AS id, account_id AS accountId, name FROM secrets
     WHERE account_id = coalesce(?, account_id) ORDER BY secrets.id`,
    [accountId ?? null],
  );
}

/** By name. */
export function listSecrets(db: ReadableDb, accountId: number): SecretRow[] {
  return db
    .all<StoredRow>(`SELECT ${columns} FROM secrets WHERE account_id = ? ORDER BY name`, [accountId])
    .map(fromStored);
}

export function countSecrets(db: ReadableDb, accountId: number): number {
  return (
    db.get<{ count: number }>('SELECT count(*) AS count FROM secrets WHERE account_id = ?', [accountId])?.count ?? 0
  );
}

export function deleteSecret(db: WritableDb, id: number): void {
  db.run('DELETE FROM secrets WHERE id = ?', [id]);
}

function fromStored(row: StoredRow): SecretRow {
  return { ...row, hosts: row.hosts === null ? null : JSON.parse(row.hosts) };
}
