import type { Database, ReadableDb } from '../../db/database.ts';
import { AppError } from '../../errors/app-error.ts';
import {
  type AttemptKind,
  deleteAttempt,
  deleteAttempts,
  deleteAttemptsBefore,
  insertAttempt,
  listAttempts,
} from './attempts.store.ts';

const minuteMs = 60_000;
const rules: Record<AttemptKind, { max: number; windowMs: number; message: string }> = {
  login: { max: 5, windowMs: 15 * minuteMs, message: 'Too many failed logins for this e-mail' },
  confirmation: { max: 5, windowMs: 15 * minuteMs, message: 'Too many wrong passwords in this session' },
  taken_email: { max: 20, windowMs: 60 * minuteMs, message: 'Too many registrations with an e-mail that is taken' },
  registration: { max: 10, windowMs: 60 * minuteMs, message: 'Too many registrations on this machine' },
};

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

/** Counts attempts in the database, so that they still count after a restart. */
export function createAttemptLimits({ database, now }: { database: Database; now: () => number }) {
  /** Returns the time of the next allowed attempt, in epoch ms; undefined if one is allowed now. */
  function findNextFreeAt(db: ReadableDb, kind: AttemptKind, subject: string): number | undefined {
    const { max, windowMs } = rules[kind];
    const times = listAttempts(db, { kind, subject, at: now() - windowMs });
    const [oldest] = times.slice(-max);
    return oldest === undefined || times.length < max ? undefined : oldest + windowMs;
  }

  function requireAllowed(db: ReadableDb, kind: AttemptKind, subject: string): void {
    const freeAt = findNextFreeAt(db, kind, subject);
    if (freeAt === undefined) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAt - now()) / 1000));
    const message = `${rules[kind].message}. Try again in ${retryAfterSeconds} s.`;
    throw new AppError('rate_limited', message, { retryAfterSeconds });
  }

  return {
    /** Returns true if an attempt is allowed now. */
    isAllowed: (kind: AttemptKind, subject: string): boolean =>
      findNextFreeAt(database.read, kind, subject) === undefined,

    /** @throws AppError `rate_limited` with the seconds until the next allowed attempt */
    requireAllowed: (kind: AttemptKind, subject: string): void => requireAllowed(database.read, kind, subject),

    /**
     * Records an attempt before its check, so that many attempts at once cannot exceed the limit.
     * @throws AppError `rate_limited` with the seconds until the next allowed attempt
     */
    take(kind: AttemptKind, subject: string): number {
      return database.transaction((db) => {
        requireAllowed(db, kind, subject);
        return insertAttempt(db, { kind, subject, at: now() });
      });
    },

    /** Deletes an attempt that was not checked. */
    withdraw: (attempt: number): void => database.transaction((db) => deleteAttempt(db, attempt)),

    /** Deletes the failures of a subject after a success, except the attempts whose numbers are `pending`. */
    clear: (kind: AttemptKind, subject: string, pending: readonly number[]): void =>
      database.transaction((db) => deleteAttempts(db, { kind, subject, pending })),

    sweep: (): void => database.transaction((db) => deleteAttemptsBefore(db, now() - rules.registration.windowMs)),
  };
}
