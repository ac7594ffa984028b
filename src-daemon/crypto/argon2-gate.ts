import { AppError } from '../core/app-error.ts';
import { createFairQueue, type FairQueue } from '../core/fair-queue.ts';

/**
 * Who waits together: `account` are checks for a credential that has been verified, `own_user` logins through the socket of
 * the daemon's own user, `anyone` logins through the port, `daemon` its own.
 */
export type Argon2Lane = 'daemon' | 'account' | 'own_user' | 'anyone';

export interface Argon2Turn {
  lane: Argon2Lane;
  /** Within a lane the keys take turns: an account, an e-mail. */
  fairnessKey: string;
}

interface GateLimits {
  /** How many run at once: 64 MiB each, and four threads. */
  concurrency: number;
  /** How many of one key may wait in each lane while no others do. */
  waiting: Record<Argon2Lane, number>;
}

interface Waiting extends Argon2Turn {
  begin: () => void;
}

export type Argon2Gate = ReturnType<typeof createArgon2Gate>;

/**
 * Lets so much Argon2 through at once that guessing passwords cannot exhaust the machine's memory. The lanes take turns,
 * each with places of its own: any number of logins delays another lane by no more than those that have begun.
 */
export function createArgon2Gate({ concurrency, waiting }: GateLimits) {
  // The Map's order is that of the lanes' turns.
  const lanes = new Map<Argon2Lane, FairQueue<Waiting>>();
  for (const lane of ['daemon', 'account', 'own_user', 'anyone'] as const)
    lanes.set(lane, createFairQueue({ aloneAtMost: waiting[lane] }));
  let running = 0;

  /** @throws AppError `rate_limited` when too many wait in the lane already */
  return async function throughGate<T>(turn: Argon2Turn, work: () => Promise<T>): Promise<T> {
    if (running < concurrency) running++;
    else await waitFor(turn);
    try {
      return await work();
    } finally {
      passOn();
    }
  };

  function waitFor(turn: Argon2Turn): Promise<void> {
    const lane = lanes.get(turn.lane);
    if (!lane?.hasCapacity(turn.fairnessKey))
      throw new AppError('rate_limited', 'Too many passwords are being checked at once.', { retryAfterSeconds: 2 });
    return new Promise((begin) => lane.push({ ...turn, begin }));
  }

  /** Gives the slot of one that has ended to the one whose turn it is. */
  function passOn(): void {
    for (const [name, lane] of lanes) {
      const [next] = lane.firsts();
      if (next === undefined) continue;
      lane.take(next);
      lanes.delete(name);
      lanes.set(name, lane);
      next.begin();
      return;
    }
    running--;
  }
}

/**
 * The one gate of the daemon: 2 at a time. A check takes about a tenth of a second, so that the last of a full lane of
 * logins waits for less than half a minute.
 */
export const throughArgon2Gate = createArgon2Gate({
  concurrency: 2,
  waiting: { daemon: 16, account: 48, own_user: 48, anyone: 192 },
});
