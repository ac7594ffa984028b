import type { ReadableDb, WritableDb } from '../db/database.ts';

export interface PackageRow {
  accountId: number;
  language: string;
  name: string;
  requested: string | null;
  /** Epoch ms. */
  addedAt: number;
}

export type ListStatus = 'installed' | 'installing' | 'failed';

/** Package list of one account and language, with the state of its installation. */
export interface ListRow {
  accountId: number;
  language: string;
  status: ListStatus;
  /** Last layer that was installed successfully: of the current list or of an earlier one. */
  layerId: string | null;
  error: string | null;
  /** 1 if the installation failed because no engine was available; it is retried when there is one. */
  isRetried: 0 | 1;
  log: string;
}

export function listPackages(db: ReadableDb, accountId: number): PackageRow[] {
  return db.all<PackageRow>(
    `SELECT account_id AS accountId, language, name, requested, added_at AS addedAt FROM packages
     WHERE account_id = ? ORDER BY language, name`,
    [accountId],
  );
}

export function findPackage(
  db: ReadableDb,
  key: Pick<PackageRow, 'accountId' | 'language' | 'name'>,
): PackageRow | undefined {
  const { accountId, language, name } = key;
  return listPackages(db, accountId).find((row) => row.language === language && row.name === name);
}

/** Inserts or updates a package. An existing one keeps the time at which it was added. */
export function putPackage(db: WritableDb, row: PackageRow): void {
  db.run(
    `INSERT INTO packages (account_id, language, name, requested, added_at)
     VALUES (:accountId, :language, :name, :requested, :addedAt)
     ON CONFLICT (account_id, language, name) DO UPDATE SET requested = excluded.requested`,
    row,
  );
}

export function deletePackage(db: WritableDb, key: Pick<PackageRow, 'accountId' | 'language' | 'name'>): void {
  const { accountId, language, name } = key;
  db.run('DELETE FROM packages WHERE account_id = ? AND language = ? AND name = ?', [accountId, language, name]);
}

const listColumns =
  'account_id AS accountId, language, status, layer_id AS layerId, error, is_retried AS isRetried, log';

export function listLists(db: ReadableDb, accountId: number): ListRow[] {
  return db.all<ListRow>(`SELECT ${listColumns} FROM package_lists WHERE account_id = ? ORDER BY language`, [
    accountId,
  ]);
}

export function listAllLists(db: ReadableDb): ListRow[] {
  return db.all<ListRow>(`SELECT ${listColumns} FROM package_lists ORDER BY account_id, language`);
}

/** Lists the package lists whose installed layer is this one. */
export function listListsOfLayer(db: ReadableDb, layerId: string): ListRow[] {
  return db.all<ListRow>(`SELECT ${listColumns} FROM package_lists WHERE layer_id = ?`, [layerId]);
}

export function findList(db: ReadableDb, accountId: number, language: string): ListRow | undefined {
  return db.get<ListRow>(`SELECT ${listColumns} FROM package_lists WHERE account_id = ? AND language = ?`, [
    accountId,
    language,
  ]);
}

/** Marks a list as being installed. The installed layer stays in use. */
export function putListInstalling(db: WritableDb, accountId: number, language: string): void {
  db.run(
    `INSERT INTO package_lists (account_id, language, status) VALUES (?, ?, 'installing')
     ON CONFLICT (account_id, language) DO UPDATE SET status = 'installing', error = NULL, is_retried = 0`,
    [accountId, language],
  );
}

export function updateListInstalled(db: WritableDb, row: Pick<ListRow, 'accountId' | 'language' | 'layerId' | 'log'>) {
  db.run(
    `UPDATE package_lists SET status = 'installed', layer_id = :layerId, error = NULL, is_retried = 0, log = :log
     WHERE account_id = :accountId AND language = :language`,
    row,
  );
}

/** Records a failed installation. The previously installed layer stays in use. */
export function updateListFailed(
  db: WritableDb,
  row: Pick<ListRow, 'accountId' | 'language' | 'error' | 'isRetried' | 'log'>,
): void {
  db.run(
    `UPDATE package_lists SET status = 'failed', error = :error, is_retried = :isRetried, log = :log
     WHERE account_id = :accountId AND language = :language`,
    row,
  );
}
