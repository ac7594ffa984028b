import PQueue from 'p-queue';
import { AppError } from '../app-error.ts';

interface GateLimits {
  /** How many run at once: 64 MiB each, and four threads. */
  concurrency: number;
  /** How many may wait; one more is refused. */
  waiting: number;
}

/** Lets so much Argon2 through at once that guessing passwords cannot exhaust the machine's memory. */
export function createArgon2Gate({ concurrency, waiting }: GateLimits) {
  const queue = new PQueue({ concurrency });
  /** @throws AppError `rate_limited` when too many wait already */
  return async function throughGate<T>(work: () => Promise<T>): Promise<T> {
    if (queue.pending >= concurrency && queue.size >= waiting) {
      throw new AppError('rate_limited', 'Too many passwords are being checked at once.', { retryAfterSeconds: 2 });
    }
    return queue.add(work);
  };
}

/** The one gate of the daemon: 2 at a time, 16 waiting. */
export const throughArgon2Gate = createArgon2Gate({ concurrency: 2, waiting: 16 });
