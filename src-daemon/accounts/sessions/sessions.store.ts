import type { ReadableDb, WritableDb } from '../../db/database.ts';

/** One token. The tokens that refreshing made from one login are a family. */
export interface SessionRow {
  id: string;
  accountId: number;
  familyId: string;
  familyStartedAt: number;
  wrappedKey: Uint8Array;
  createdAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
  /** The token that this one replaced. */
  replaces: string | null;
  replacedAt: number | null;
  /** When a replacement of this one was first used. */
  replacementUsedAt: number | null;
  /** 1 for the token that the key store holds, and for those that it replaced; else 0. */
  isKept: 0 | 1;
  /** 1 for a token that a browser got over the TCP port; else 0. */
  isBrowser: 0 | 1;
  ipAddress: string;
  userAgent: string | null;
}

/** A family as its owner sees it. */
export interface SessionFamilyRow {
  familyId: string;
  familyStartedAt: number;
  expiresAt: number;
  lastUsedAt: number | null;
  ipAddress: string;
  userAgent: string | null;
}

const columns = `id, account_id AS accountId, family_id AS familyId, family_started_at AS familyStartedAt,
                 slot AS wrappedKey, created_at AS createdAt, expires_at AS expiresAt, last_used_at AS lastUsedAt, replaces,
                 replaced_at AS replacedAt, replacement_used_at AS replacementUsedAt, is_kept AS isKept,
                 is_browser AS isBrowser, ip_address AS ipAddress, user_agent AS userAgent`;

export function insertSession(
  db: WritableDb,
  row: Omit<SessionRow, 'lastUsedAt' | 'replacedAt' | 'replacementUsedAt'>,
): void {
  db.run(
    `INSERT INTO sessions (id, account_id, family_id, family_started_at, slot, created_at, expires_at, replaces,
                           is_kept, is_browser, ip_address, user_agent)
     VALUES (:id, :accountId, :familyId, :familyStartedAt, :wrappedKey, :createdAt, :expiresAt, :replaces, :isKept,
             :isBrowser, :ipAddress, :userAgent)`,
    row,
  );
}

export function findSession(db: ReadableDb, id: string): SessionRow | undefined {
  return db.get<SessionRow>(`SELECT ${columns} FROM sessions WHERE id = ?`, [id]);
}

/** The families of an account, newest first, each with its newest token's dates. */
export function listSessionFamilies(db: ReadableDb, accountId: number): SessionFamilyRow[] {
  return db.all<SessionFamilyRow>(
    `SELECT family_id AS familyId, family_started_at AS familyStartedAt, max(expires_at) AS expiresAt,
            max(last_used_at) AS lastUsedAt, ip_address AS ipAddress, user_agent AS userAgent
     FROM sessions WHERE account_id = ? GROUP BY family_id ORDER BY family_started_at DESC, family_id`,
    [accountId],
  );
}

export function updateSessionUsed(db: WritableDb, id: string, lastUsedAt: number): void {
  db.run('UPDATE sessions SET last_used_at = ? WHERE id = ?', [lastUsedAt, id]);
}

export function updateReplacementUsed(db: WritableDb, id: string, replacementUsedAt: number): void {
  db.run('UPDATE sessions SET replacement_used_at = ? WHERE id = ? AND replacement_used_at IS NULL', [
    replacementUsedAt,
    id,
  ]);
}

/** The first replacement counts: a repeated refresh does not prolong what the old token serves. */
export function updateSessionReplaced(db: WritableDb, id: string, replacedAt: number): void {
  db.run('UPDATE sessions SET replaced_at = ? WHERE id = ? AND replaced_at IS NULL', [replacedAt, id]);
}

/** Returns the number of deleted tokens. */
export function deleteSessionFamily(db: WritableDb, accountId: number, familyId: string): number {
  return db.run('DELETE FROM sessions WHERE account_id = ? AND family_id = ?', [accountId, familyId]).changes;
}

/** The families of an account, without the one that is excepted. */
export function listFamilyIds(db: ReadableDb, accountId: number, exceptFamilyId = ''): string[] {
  return db
    .all<{ familyId: string }>(
      'SELECT DISTINCT family_id AS familyId FROM sessions WHERE account_id = ? AND family_id <> ?',
      [accountId, exceptFamilyId],
    )
    .map(({ familyId }) => familyId);
}

export function deleteOtherFamilies(db: WritableDb, accountId: number, familyId: string): void {
  db.run('DELETE FROM sessions WHERE account_id = ? AND family_id <> ?', [accountId, familyId]);
}

/** The families of which no token that a client has is as young as this. */
export function listFamiliesBefore(db: ReadableDb, createdBefore: number): string[] {
  return db
    .all<{ familyId: string }>(
      `SELECT family_id AS familyId FROM sessions GROUP BY family_id
       HAVING coalesce(max(created_at) FILTER (WHERE is_kept = 0), 0) < ?`,
      [createdBefore],
    )
    .map(({ familyId }) => familyId);
}

/** Deletes tokens that no refresh can bring back. */
export function deleteSessionsBefore(db: WritableDb, createdBefore: number): void {
  db.run('DELETE FROM sessions WHERE created_at < ?', [createdBefore]);
}

/** When the login of a family was; undefined when nothing of it is left. */
export function findFamilyStart(db: ReadableDb, familyId: string): number | undefined {
  const sql = 'SELECT family_started_at AS startedAt FROM sessions WHERE family_id = ? LIMIT 1';
  return db.get<{ startedAt: number }>(sql, [familyId])?.startedAt;
}

/** The newest token of a family that a client has; undefined when none is left. */
export function findNewestToken(
  db: ReadableDb,
  familyId: string,
): Pick<SessionRow, 'createdAt' | 'familyStartedAt'> | undefined {
  return db.get(
    `SELECT created_at AS createdAt, family_started_at AS familyStartedAt FROM sessions
     WHERE family_id = ? AND is_kept = 0 ORDER BY created_at DESC LIMIT 1`,
    [familyId],
  );
}

/** The tokens that are kept and not replaced: at most one of the whole table, but for an interrupted restore. */
export function listKeptSessions(db: ReadableDb): SessionRow[] {
  return db.all<SessionRow>(`SELECT ${columns} FROM sessions WHERE is_kept = 1 AND replaced_at IS NULL`);
}

/** Deletes every kept token of one account, or of all; how many. */
export function deleteKeptSessions(db: WritableDb, accountId?: number): number {
  if (accountId === undefined) return db.run('DELETE FROM sessions WHERE is_kept = 1').changes;
  return db.run('DELETE FROM sessions WHERE is_kept = 1 AND account_id = ?', [accountId]).changes;
}

/** The logins that browsers hold tokens of. */
export function listBrowserFamilies(db: ReadableDb): Pick<SessionRow, 'accountId' | 'familyId'>[] {
  return db.all('SELECT DISTINCT account_id AS accountId, family_id AS familyId FROM sessions WHERE is_browser = 1');
}

/** Deletes every token that a browser got. A remembered one of the same login, which no browser gets, stays. */
export function deleteBrowserSessions(db: WritableDb): void {
  db.run('DELETE FROM sessions WHERE is_browser = 1');
}
