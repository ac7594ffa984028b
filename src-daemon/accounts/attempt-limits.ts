import { AppError } from '../app-error.ts';
import type { Database, ReadableDb } from '../db/database.ts';
import {
  type AttemptKind,
  deleteAttempt,
  deleteAttempts,
  deleteAttemptsBefore,
  insertAttempt,
  listAttempts,
} from './attempts.store.ts';

const minuteMs = 60_000;
const rules: Record<AttemptKind, { most: number; windowMs: number; words: string }> = {
  login: { most: 5, windowMs: 15 * minuteMs, words: 'Too many failed logins for this e-mail' },
  confirmation: { most: 5, windowMs: 15 * minuteMs, words: 'Too many wrong passwords in this session' },
  taken_email: { most: 20, windowMs: 60 * minuteMs, words: 'Too many registrations with an e-mail that is taken' },
  registration: { most: 10, windowMs: 60 * minuteMs, words: 'Too many registrations on this machine' },
};

export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

/** Counts attempts in the database, so that a restart does not forget them. */
export function createAttemptLimits({ database, now }: { database: Database; now: () => number }) {
  /** @throws AppError `rate_limited` with the seconds until the next one is free */
  function requireRoom(db: ReadableDb, kind: AttemptKind, subject: string): void {
    const { most, windowMs, words } = rules[kind];
    const times = listAttempts(db, { kind, subject, at: now() - windowMs });
    const [oldest] = times.slice(-most);
    if (oldest === undefined || times.length < most) return;
    const retryAfterSeconds = Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000));
    throw new AppError('rate_limited', `${words}; try again in ${retryAfterSeconds} s.`, { retryAfterSeconds });
  }

  return {
    /** Whether an attempt could be taken now. */
    hasRoom: (kind: AttemptKind, subject: string): boolean =>
      listAttempts(database.read, { kind, subject, at: now() - rules[kind].windowMs }).length < rules[kind].most,

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
