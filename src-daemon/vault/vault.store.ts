import type { NetworkRules } from '../../src-shared/contracts/network/network-rules.ts';
import type { ReadableDb, WritableDb } from '../db/database.ts';

/** Stored code at one of its revisions, without the payload. Times are epoch ms. */
export interface CodeRow {
  id: number;
  name: string;
  /** The name of an older revision when it was the current one; null if the script still has that name. */
  writtenAs: string | null;
  revision: number;
  language: string;
  description: string;
  /** Network rules of runs that name none. */
  network: NetworkRules | null;
  /** Bytes of the code. */
  size: number;
  createdAt: number;
  /** Time of the revision, epoch ms. */
  updatedAt: number;
}

export interface SealedCodeRow extends CodeRow {
  salt: Uint8Array;
  nonce: Uint8Array;
  ciphertext: Uint8Array;
}

export type NewRevision = Omit<SealedCodeRow, 'name' | 'writtenAs' | 'createdAt' | 'updatedAt'> & { createdAt: number };

type Stored<Row extends CodeRow> = Omit<Row, 'network'> & { network: string | null };

const columns = `code.id, code.name, kept.written_as AS writtenAs, kept.revision, kept.language, kept.description, kept.network, kept.size,
                 code.created_at AS createdAt, kept.created_at AS updatedAt`;
const joined = 'encrypted_code AS code JOIN encrypted_code_revisions AS kept ON kept.code_id = code.id';

export function insertCode(db: WritableDb, row: { accountId: number; name: string; createdAt: number }): number {
  return db.run(
    'INSERT INTO encrypted_code (account_id, name, revision, created_at) VALUES (:accountId, :name, 0, :createdAt)',
    row,
  ).lastInsertRowid;
}

/** Adds a revision and makes it the current one. */
export function insertRevision(db: WritableDb, row: NewRevision): void {
  db.run(
    `INSERT INTO encrypted_code_revisions
       (code_id, revision, language, description, network, size, salt, nonce, ciphertext, created_at)
     VALUES (:id, :revision, :language, :description, :network, :size, :salt, :nonce, :ciphertext, :createdAt)`,
    { ...row, network: row.network === null ? null : JSON.stringify(row.network) },
  );
  db.run('UPDATE encrypted_code SET revision = ? WHERE id = ?', [row.revision, row.id]);
}

export function deleteRevisionsUpTo(db: WritableDb, id: number, revision: number): void {
  db.run('DELETE FROM encrypted_code_revisions WHERE code_id = ? AND revision <= ?', [id, revision]);
}

/** At its current revision. */
export function findCode(db: ReadableDb, accountId: number, name: string): CodeRow | undefined {
  const row = db.get<Stored<CodeRow>>(
    `SELECT ${columns} FROM ${joined} AND kept.revision = code.revision WHERE code.account_id = ? AND code.name = ?`,
    [accountId, name],
  );
  return row && fromStored<CodeRow>(row);
}

export function findSealedCode(db: ReadableDb, id: number, revision: number): SealedCodeRow | undefined {
  const row = db.get<Stored<SealedCodeRow>>(
    `SELECT ${columns}, kept.salt, kept.nonce, kept.ciphertext FROM ${joined} WHERE code.id = ? AND kept.revision = ?`,
    [id, revision],
  );
  return row && fromStored<SealedCodeRow>(row);
}

/** Scripts that have a revision, of one account or of all. */
export function listCodeIdentities(db: ReadableDb, accountId?: number) {
  return db.all<{ id: string; accountId: number; name: string }>(
    `SELECT CAST(id AS TEXT) AS id, account_id AS accountId, name FROM encrypted_code
     WHERE account_id = coalesce(?, account_id)
       AND EXISTS (SELECT 1 FROM encrypted_code_revisions WHERE code_id = encrypted_code.id)
     ORDER BY encrypted_code.id`,
    [accountId ?? null],
  );
}

/**
 * The script of a name with the highest number that one of its revisions has, also where others left the script without
 * a current revision.
 */
export function findCodeCounter(db: ReadableDb, accountId: number, name: string) {
  return db.get<{ id: number; revision: number }>(
    `SELECT id, max(revision, coalesce((SELECT max(revision) FROM encrypted_code_revisions WHERE code_id = id), 0))
       AS revision
     FROM encrypted_code WHERE account_id = ? AND name = ?`,
    [accountId, name],
  );
}

/** Oldest first, the current one last. */
export function listRevisionNumbers(db: ReadableDb, id: number): { revision: number; accountId: number }[] {
  return db.all(
    `SELECT kept.revision, code.account_id AS accountId FROM ${joined} WHERE code.id = ?
     ORDER BY kept.revision = code.revision, kept.revision`,
    [id],
  );
}

/** Makes the newest revision that there is the current one; deletes the script when there is none. */
export function updateToNewestRevision(db: WritableDb, id: number): void {
  db.run(
    `UPDATE encrypted_code SET revision = (SELECT max(revision) FROM encrypted_code_revisions WHERE code_id = id)
     WHERE id = ? AND EXISTS (SELECT 1 FROM encrypted_code_revisions WHERE code_id = id)`,
    [id],
  );
  db.run(
    'DELETE FROM encrypted_code WHERE id = ? AND NOT EXISTS (SELECT 1 FROM encrypted_code_revisions WHERE code_id = id)',
    [id],
  );
}

/** By name. */
export function listCode(db: ReadableDb, accountId: number): CodeRow[] {
  const rows = db.all<Stored<CodeRow>>(
    `SELECT ${columns} FROM ${joined} AND kept.revision = code.revision WHERE code.account_id = ? ORDER BY code.name`,
    [accountId],
  );
  return rows.map((row) => fromStored<CodeRow>(row));
}

/** Newest first. */
export function listRevisions(db: ReadableDb, id: number): CodeRow[] {
  const query = `SELECT ${columns} FROM ${joined} WHERE code.id = ? ORDER BY kept.revision DESC`;
  return db.all<Stored<CodeRow>>(query, [id]).map((row) => fromStored<CodeRow>(row));
}

/** Gives a script another name. Its older revisions remember the name that they were written with. */
export function updateCodeName(db: WritableDb, { id, name, revision }: CodeRow, to: string): void {
  db.run(
    'UPDATE encrypted_code_revisions SET written_as = ? WHERE code_id = ? AND revision <> ? AND written_as IS NULL',
    [name, id, revision],
  );
  db.run('UPDATE encrypted_code SET name = ? WHERE id = ?', [to, id]);
}

/** With its revisions. */
export function deleteCode(db: WritableDb, id: number): void {
  db.run('DELETE FROM encrypted_code WHERE id = ?', [id]);
}

/** Deletes one stored code of the account with its revisions; false if there is none. */
export function deleteAnyCode(db: WritableDb, accountId: number): boolean {
  const { changes } = db.run(
    'DELETE FROM encrypted_code WHERE id = (SELECT id FROM encrypted_code WHERE account_id = ? LIMIT 1)',
    [accountId],
  );
  return changes > 0;
}

function fromStored<Row extends CodeRow>({ network, ...row }: Stored<Row>): Row {
  return { ...row, network: network === null ? null : JSON.parse(network) } as Row;
}
