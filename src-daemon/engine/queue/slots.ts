import type { Claim, SlotLimits } from './claim.ts';
import { heldShare } from './held-capacity.ts';

export interface Slots {
  /** Records that the key exists. */
  meet(key: string): void;
  /** Returns true if the claim keeps the key within its share of the slots and of the memory. */
  hasShare(claim: Claim): boolean;
  /** Returns true if the run can begin now. */
  fit(claim: Claim): boolean;
  take(claim: Claim): void;
  /** Frees the slot of a run that began at `startedAt`, by performance.now(); undefined if it never did. */
  free(claim: Claim, startedAt: number | undefined): void;
  /** Returns how long recent runs held their slots; sandboxes do not count. */
  averageMs(): number;
}

interface Use {
  runs: number;
  held: number;
  memoryMb: number;
}

const newUse = (): Use => ({ runs: 0, held: 0, memoryMb: 0 });

/**
 * Creates the slots of a queue. Sandboxes never take more than half of the slots from the runs. A run that requires more
 * memory than is left waits until no other run is in progress, and then runs alone next to the sandboxes.
 */
export function createSlots(limits: SlotLimits, onFree: () => void): Slots {
  const all = newUse();
  const byKey = new Map<string, Use>();
  let firstKey: string | undefined;
  let hasOneKey = true;
  let averageMs = 500;

  function meet(key: string): void {
    firstKey ??= key;
    if (key !== firstKey) hasOneKey = false;
  }

  /** Returns how many slots are used, once the claim has its own. */
  function slotsWith({ runs, held }: Use, { isHeld }: Claim): number {
    const max = heldShare(limits.concurrency);
    return isHeld ? runs + Math.min(held + 1, max) : runs + 1 + Math.min(held, max);
  }

  function hasShare(claim: Claim): boolean {
    const own = byKey.get(claim.fairnessKey) ?? newUse();
    if (hasOneKey || (own.runs === 0 && !claim.isHeld)) return true;
    const maxCount = limits.concurrency - Math.floor(limits.concurrency / 4);
    return slotsWith(own, claim) <= maxCount && own.memoryMb + claim.memoryMb <= limits.memoryMb * 0.75;
  }

  function fit(claim: Claim): boolean {
    if (all.runs === 0 && !claim.isHeld) return true;
    if (slotsWith(all, claim) > limits.concurrency) return false;
    return all.memoryMb + claim.memoryMb <= limits.memoryMb && hasShare(claim);
  }

  function change({ fairnessKey, memoryMb, isHeld }: Claim, by: 1 | -1): void {
    const own = byKey.get(fairnessKey) ?? newUse();
    byKey.set(fairnessKey, own);
    for (const use of [all, own]) {
      use[isHeld ? 'held' : 'runs'] += by;
      use.memoryMb += by * memoryMb;
    }
    if (own.runs + own.held === 0) byKey.delete(fairnessKey);
  }

  return {
    meet,
    hasShare,
    fit,
    take: (claim) => change(claim, 1),
    free: (claim, startedAt) => {
      change(claim, -1);
      if (startedAt !== undefined && !claim.isHeld) averageMs = averageMs * 0.8 + (performance.now() - startedAt) * 0.2;
      onFree();
    },
    averageMs: () => averageMs,
  };
}
