import { AppError } from '../../errors/app-error.ts';
import type { Claim, SlotLimits } from './claim.ts';

/** The memory and the number of all live sandboxes together, with those that wait for a slot. */
export interface HeldCapacity {
  /** @throws AppError `sandbox_capacity_full` */
  reserve(claim: Claim): void;
  release(claim: Claim): void;
}

/** On a small machine there are as many sandboxes as an account may have; those above half of the slots take no slot. */
const fewest = 8;

/** Returns how many slots the sandboxes may take from the runs. */
export function heldShare(concurrency: number): number {
  return Math.floor(concurrency / 2);
}

export function createHeldCapacity(limits: SlotLimits): HeldCapacity {
  let count = 0;
  let memoryMb = 0;

  return {
    reserve: (claim) => {
      const maxCount = Math.max(heldShare(limits.concurrency), fewest);
      const maxMb = Math.floor(limits.memoryMb / 2);
      if (count + 1 > maxCount || memoryMb + claim.memoryMb > maxMb)
        throw capacityFull({ count, memoryMb, requestedMb: claim.memoryMb, maxCount, maxMb });
      count++;
      memoryMb += claim.memoryMb;
    },
    release: (claim) => {
      count--;
      memoryMb -= claim.memoryMb;
    },
  };
}

interface Fullness {
  count: number;
  memoryMb: number;
  requestedMb: number;
  maxCount: number;
  maxMb: number;
}

function capacityFull({ count, memoryMb, requestedMb, maxCount, maxMb }: Fullness): AppError {
  const message =
    `The sandboxes of this machine hold ${count} of ${maxCount} places and ${memoryMb} of ${maxMb} MiB of memory, so one ` +
    `with ${requestedMb} MiB does not fit. Delete a sandbox, or request less memory.`;
  return new AppError('sandbox_capacity_full', message, { retryAfterSeconds: 30 });
}
