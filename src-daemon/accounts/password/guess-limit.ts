import { AppError } from '../../core/app-error.ts';
import type { AttemptLimits } from './attempt-limits.ts';

/** At one password; one more is refused. */
const mostWaiting = 16;

/** Whose guesses are counted together: those at an e-mail, or those of one session, which never count for each other. */
interface GuessTarget {
  kind: 'login' | 'confirmation';
  subject: string;
}

/** The guesses at one password that have not been answered yet. */
interface Line {
  guesses: number;
  /** By the number of the attempt; resolves when it has been judged. */
  judging: Map<number, Promise<void>>;
}

/**
 * Bounds the guesses at a password. Failures count, and so does a guess for as long as it is being judged, so that many
 * at once cannot pass the limit together. Who finds no place left waits for such a one: it may be the owner's own, whose
 * success is no reason to refuse them.
 */
export function createGuessLimit(limits: AttemptLimits) {
  const lines = new Map<string, Line>();

  /**
   * Answers what `judge` does: undefined is a failure, an error is no judgement and does not count.
   * @throws AppError `rate_limited`, and what `judge` throws
   */
  return async function judgeGuess<Opened>(
    target: GuessTarget,
    judge: () => Promise<Opened | undefined>,
  ): Promise<Opened | undefined> {
    const name = JSON.stringify([target.kind, target.subject]);
    const line: Line = lines.get(name) ?? { guesses: 0, judging: new Map() };
    lines.set(name, line);
    line.guesses++;
    try {
      const place = await takePlace(line, target);
      return await judgeAt({ line, target, place }, judge);
    } finally {
      line.guesses--;
      if (line.guesses === 0) lines.delete(name);
    }
  };

  async function takePlace({ guesses, judging }: Line, { kind, subject }: GuessTarget): Promise<Place> {
    if (guesses - judging.size > mostWaiting)
      throw new AppError('rate_limited', 'Too many checks of this password at once.', { retryAfterSeconds: 2 });
    while (judging.size > 0 && !limits.hasRoom(kind, subject)) await Promise.race(judging.values());
    const attempt = limits.take(kind, subject);
    const { promise, resolve } = Promise.withResolvers<void>();
    // In the same tick: who comes next must find the place held.
    judging.set(attempt, promise);
    return { attempt, leave: resolve };
  }

  async function judgeAt<Opened>(
    { line: { judging }, target, place: { attempt, leave } }: { line: Line; target: GuessTarget; place: Place },
    judge: () => Promise<Opened | undefined>,
  ): Promise<Opened | undefined> {
    try {
      const opened = await judge().catch((cause) => {
        limits.giveBack(attempt);
        throw cause;
      });
      judging.delete(attempt);
      if (opened !== undefined) limits.clear(target.kind, target.subject, [...judging.keys()]);
      return opened;
    } finally {
      judging.delete(attempt);
      leave();
    }
  }
}

/** Of a guess that is being judged. */
interface Place {
  /** The number of its attempt. */
  attempt: number;
  /** Lets those that wait look for a place. */
  leave(): void;
}
