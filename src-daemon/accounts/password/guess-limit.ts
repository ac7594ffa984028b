import { AppError } from '../../errors/app-error.ts';
import type { AttemptLimits } from './attempt-limits.ts';

/** Maximum number of attempts that wait for one password. */
const maxWaiting = 16;

/** Attempts with the same target are counted together: logins by e-mail, confirmations by session. */
interface AttemptTarget {
  kind: 'login' | 'confirmation';
  subject: string;
}

/** The attempts at one target that are not finished. */
interface PendingAttempts {
  /** Number of attempts that wait or are being checked. */
  count: number;
  /** The attempts that are being checked, by number; each resolves when its check has ended. */
  pending: Map<number, Promise<void>>;
}

/**
 * Limits the attempts at a password. Failed attempts count, and so do attempts in progress: otherwise many attempts at
 * once could exceed the limit. If only attempts in progress exhaust the limit, a further attempt waits for one of them,
 * because a success of the owner frees the limit.
 */
export function createPendingLimit(limits: AttemptLimits) {
  const bySubject = new Map<string, PendingAttempts>();

  /**
   * Returns the result of `check`. The result undefined counts as a failure; an attempt whose check throws does not count.
   * @throws AppError `rate_limited`, and what `check` throws
   */
  return async function checkWithinLimit<Opened>(
    target: AttemptTarget,
    check: () => Promise<Opened | undefined>,
  ): Promise<Opened | undefined> {
    const name = JSON.stringify([target.kind, target.subject]);
    const attempts: PendingAttempts = bySubject.get(name) ?? { count: 0, pending: new Map() };
    bySubject.set(name, attempts);
    attempts.count++;
    try {
      const pendingAttempt = await takeAttempt(attempts, target);
      return await checkAt({ attempts, target, pendingAttempt }, check);
    } finally {
      attempts.count--;
      if (attempts.count === 0) bySubject.delete(name);
    }
  };

  async function takeAttempt(
    { count, pending }: PendingAttempts,
    { kind, subject }: AttemptTarget,
  ): Promise<PendingAttempt> {
    if (count - pending.size > maxWaiting)
      throw new AppError('rate_limited', 'Too many checks of this password are in progress. Try again in 2 s.', {
        retryAfterSeconds: 2,
      });
    while (pending.size > 0 && !limits.isAllowed(kind, subject)) await Promise.race(pending.values());
    const attempt = limits.take(kind, subject);
    const { promise, resolve } = Promise.withResolvers<void>();
    // Set in the same tick, so that the next attempt finds it.
    pending.set(attempt, promise);
    return { attempt, finish: resolve };
  }

  async function checkAt<Opened>(
    {
      attempts: { pending },
      target,
      pendingAttempt: { attempt, finish },
    }: { attempts: PendingAttempts; target: AttemptTarget; pendingAttempt: PendingAttempt },
    check: () => Promise<Opened | undefined>,
  ): Promise<Opened | undefined> {
    try {
      const opened = await check().catch((cause) => {
        limits.withdraw(attempt);
        throw cause;
      });
      pending.delete(attempt);
      if (opened !== undefined) limits.clear(target.kind, target.subject, [...pending.keys()]);
      return opened;
    } finally {
      pending.delete(attempt);
      finish();
    }
  }
}

/** An attempt that is being checked. */
interface PendingAttempt {
  /** Number of the attempt in the database. */
  attempt: number;
  /** Wakes the attempts that wait. */
  finish(): void;
}
