import type { ReadableDb, WritableDb } from '../../db/database.ts';

export type AttemptKind = 'login' | 'confirmation' | 'registration' | 'taken_email';

export interface Attempt {
  kind: AttemptKind;
  /** Attempts of one subject count together: an e-mail in lower case, a session, or an empty text for the machine. */
  subject: string;
  at: number;
}

/** Returns the number of the attempt. */
export function insertAttempt(db: WritableDb, attempt: Attempt): number {
  return db.run('INSERT INTO attempts (kind, subject, at) VALUES (:kind, :subject, :at)', attempt).lastInsertRowid;
}

export function deleteAttempt(db: WritableDb, number: number): void {
  db.run('DELETE FROM attempts WHERE rowid = ?', [number]);
}

/** The times of the attempts since `at`, oldest first. */
export function listAttempts(db: ReadableDb, since: Attempt): number[] {
  return db
    .all<{ at: number }>(
      'SELECT at FROM attempts WHERE kind = :kind AND subject = :subject AND at > :at ORDER BY at',
      since,
    )
    .map((row) => row.at);
}

interface ClearedAttempts {
  kind: AttemptKind;
  subject: string;
  /** Numbers of the attempts that are not deleted. */
  pending: readonly number[];
}

export function deleteAttempts(db: WritableDb, { kind, subject, pending }: ClearedAttempts): void {
  db.run('DELETE FROM attempts WHERE kind = ? AND subject = ? AND rowid NOT IN (SELECT value FROM json_each(?))', [
    kind,
    subject,
    JSON.stringify(pending),
  ]);
}

export function deleteAttemptsBefore(db: WritableDb, at: number): void {
  db.run('DELETE FROM attempts WHERE at < ?', [at]);
}
