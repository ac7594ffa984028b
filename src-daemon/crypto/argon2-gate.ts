import { createFairQueue, type FairQueue } from '../core/fair-queue.ts';
import { AppError } from '../errors/app-error.ts';

/**
 * Each lane has a queue of its own. `account`: requests with a verified credential. `own_user`: logins through the socket
 * of the daemon's own user. `anyone`: logins through the port. `daemon`: work of the daemon itself.
 */
export type Argon2Lane = 'daemon' | 'account' | 'own_user' | 'anyone';

/** The queue in which a hash waits for its slot. */
export interface Argon2Slot {
  lane: Argon2Lane;
  /** An account or an e-mail. Within a lane the queue is fair between the keys. */
  fairnessKey: string;
}

interface GateLimits {
  /** Maximum number of hashes at once. Each takes 64 MiB and four threads. */
  concurrency: number;
  /** Maximum number of waiting hashes of one key in each lane, while no other key waits. */
  waiting: Record<Argon2Lane, number>;
}

interface Waiting extends Argon2Slot {
  begin: () => void;
}

/**
 * Limits the concurrent Argon2 hashes, so that guessing passwords cannot exhaust the memory of the machine. The lanes are
 * served in rotation and have separate limits: logins delay another lane only by the hashes that have started.
 */
export function createArgon2Gate({ concurrency, waiting }: GateLimits) {
  // The lanes are served in the order of the Map.
  const lanes = new Map<Argon2Lane, FairQueue<Waiting>>();
  for (const lane of ['daemon', 'account', 'own_user', 'anyone'] as const)
    lanes.set(lane, createFairQueue({ maxAlone: waiting[lane] }));
  let running = 0;

  /** Runs the work when a slot is free. @throws AppError `rate_limited` when too many wait in the lane already */
  return async function throughGate<T>(slot: Argon2Slot, work: () => Promise<T>): Promise<T> {
    if (running < concurrency) running++;
    else await waitFor(slot);
    try {
      return await work();
    } finally {
      releaseSlot();
    }
  };

  function waitFor(slot: Argon2Slot): Promise<void> {
    const lane = lanes.get(slot.lane);
    if (!lane?.hasCapacity(slot.fairnessKey))
      throw new AppError('rate_limited', 'Too many passwords are being checked. Try again in 2 s.', {
        retryAfterSeconds: 2,
      });
    return new Promise((begin) => lane.push({ ...slot, begin }));
  }

  /** Gives a free slot to the next lane that waits. */
  function releaseSlot(): void {
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
 * The gate of the daemon: 2 hashes at a time. A hash takes about 0.1 s, so the last login of a full lane waits for less
 * than 30 s.
 */
export const throughArgon2Gate = createArgon2Gate({
  concurrency: 2,
  waiting: { daemon: 16, account: 48, own_user: 48, anyone: 192 },
});
