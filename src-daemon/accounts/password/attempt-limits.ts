import { AppError } from '../../core/app-error.ts';
import type { Database, ReadableDb } from '../../db/database.ts';
import {
  type AttemptKind,
  deleteAttempt,
  deleteAttempts,
  deleteAttemptsBefore,
  insertAttempt,
  listAttempts,
} from './attempts.store.ts';

const minuteMs = 60_000;
const rules: Record<AttemptKind, { most: number; windowMs: number; message: string }> = {
  login: { most: 5, windowMs: 15 * minuteMs, message: 'Too many failed logins for this e-mail' },
  confirmation: { most: 5, windowMs: 15 * minuteMs, message: 'Too many wrong passwords in this session' },
  taken_email: { most: 20, windowMs: 60 * minuteMs, message: 'Too many registrations with an e-mail that is taken' },
  registration: { most: 10, windowMs: 60 * minuteMs, message: 'Too many registrations on this machine' },
};

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

/** Counts attempts in the database, so that a restart does not forget them. */
export function createAttemptLimits({ database, now }: { database: Database; now: () => number }) {
  /** When the next attempt is free, in epoch ms; undefined if one is free now. */
  function findNextFreeAt(db: ReadableDb, kind: AttemptKind, subject: string): number | undefined {
    const { most, windowMs } = rules[kind];
    const times = listAttempts(db, { kind, subject, at: now() - windowMs });
    const [oldest] = times.slice(-most);
    return oldest === undefined || times.length < most ? undefined : oldest + windowMs;
  }

  function requireRoom(db: ReadableDb, kind: AttemptKind, subject: string): void {
    const freeAt = findNextFreeAt(db, kind, subject);
    if (freeAt === undefined) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((freeAt - now()) / 1000));
    const message = `${rules[kind].message}; try again in ${retryAfterSeconds} s.`;
    throw new AppError('rate_limited', message, { retryAfterSeconds });
  }

  return {
    /** Whether an attempt could be taken now. */
    hasRoom: (kind: AttemptKind, subject: string): boolean =>
      findNextFreeAt(database.read, kind, subject) === undefined,

    /** @throws AppError `rate_limited` with the seconds until the next one is free */
    requireRoom: (kind: AttemptKind, subject: string): void => requireRoom(database.read, kind, subject),

    /**
     * Takes one attempt before the work that it is for, so that many at once cannot pass the limit together.
     * @throws AppError `rate_limited` with the seconds until the next one is free
     */
    take(kind: AttemptKind, subject: string): number {
      return database.transaction((db) => {
        requireRoom(db, kind, subject);
        return insertAttempt(db, { kind, subject, at: now() });
      });
    },

    /** Gives one attempt back: it was never judged. */
    giveBack: (attempt: number): void => database.transaction((db) => deleteAttempt(db, attempt)),

    /** Forgets the failures of a subject after a success; attempts that are not judged yet, by number, stay. */
    clear: (kind: AttemptKind, subject: string, unjudged: readonly number[]): void =>
      database.transaction((db) => deleteAttempts(db, { kind, subject, unjudged })),

    sweep: (): void => database.transaction((db) => deleteAttemptsBefore(db, now() - rules.registration.windowMs)),
  };
}
