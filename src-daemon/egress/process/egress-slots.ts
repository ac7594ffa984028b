import { createFairQueue } from '../../core/fair-queue.ts';
import { AppError } from '../../errors/app-error.ts';

/** The slot of one egress process. */
export interface EgressSlot {
  /** Frees it; later calls do nothing. */
  leave(): void;
}

export interface SlotRequest {
  /** Requests of different keys (accounts) get slots in rotation. */
  fairnessKey?: string | undefined;
  /** True for a live sandbox, which has its slot while it does nothing. */
  isHeld: boolean;
  /** Ends the wait. */
  signal: AbortSignal;
}

export interface EgressSlots {
  /**
   * Waits for a slot. A sandbox is refused if the sandboxes have all slots that they may have.
   * @throws AppError `egress_unavailable`; the reason of the signal
   */
  enter(request: SlotRequest): Promise<EgressSlot>;
}

interface Waiting {
  fairnessKey: string;
  isHeld: boolean;
  start: () => void;
}

/** Processes at once, without the one that boots ahead. A process takes some 60 MiB. */
const defaultLimit = 8;
/** Every one that waits has a slot of the run queue, so this is never reached. */
const maxWaiting = 1024;

/**
 * Creates the slots of the egress processes of a daemon. As in the run queue, accounts are served in rotation, one of
 * several accounts has at most three quarters of the slots, and sandboxes have at most half of them, because they keep
 * them for hours: of those, one of several accounts has at most three quarters too.
 */
export function createEgressSlots(limit = defaultLimit): EgressSlots {
  const waiting = createFairQueue<Waiting>({ maxAlone: maxWaiting });
  const used: Waiting[] = [];
  const heldWaiting = new Set<Waiting>();
  const keys = new Set<string>();
  const maxHeld = Math.floor(limit / 2);

  /** Returns how many of some slots one account may have. */
  const shareOf = (slots: number) => (keys.size > 1 ? slots - Math.floor(slots / 4) : slots);
  const count = (entries: readonly Waiting[], { fairnessKey, isHeld }: Partial<Waiting>) =>
    entries.filter(
      (entry) =>
        (fairnessKey === undefined || entry.fairnessKey === fairnessKey) &&
        (isHeld === undefined || entry.isHeld === isHeld),
    ).length;

  function hasShare({ fairnessKey }: Waiting): boolean {
    return count(used, { fairnessKey }) < shareOf(limit);
  }

  function startNext(): void {
    for (let next = nextEntry(); next !== undefined; next = nextEntry()) {
      waiting.take(next);
      used.push(next);
      next.start();
    }
  }

  function nextEntry(): Waiting | undefined {
    if (used.length >= limit) return undefined;
    for (const entry of waiting.firsts()) if (hasShare(entry)) return entry;
    return undefined;
  }

  function leave(entry: Waiting): void {
    const index = used.indexOf(entry);
    if (index === -1) waiting.drop(entry);
    else used.splice(index, 1);
    startNext();
  }

  /** Sandboxes that wait for a slot count as well: they will have it for hours. */
  function requireHeld(fairnessKey: string, held: readonly Waiting[]): void {
    const own = count(held, { fairnessKey, isHeld: true });
    const all = count(held, { isHeld: true });
    if (all < maxHeld && own < shareOf(maxHeld)) return;
    throw new AppError(
      'egress_unavailable',
      `Sandboxes with a network by rule have ${all} of ${maxHeld} slots on this machine, ${own} of them those of this ` +
        'account, and this one cannot have another. Delete one of them, or create this sandbox without the network.',
      { retryAfterSeconds: 30 },
    );
  }

  return {
    async enter({ fairnessKey = '', isHeld, signal }) {
      signal.throwIfAborted();
      keys.add(fairnessKey);
      if (isHeld) requireHeld(fairnessKey, [...used, ...heldWaiting]);
      const started = Promise.withResolvers<void>();
      const entry: Waiting = { fairnessKey, isHeld, start: started.resolve };
      const onAbort = () => {
        leave(entry);
        started.reject(signal.reason);
      };
      if (isHeld) heldWaiting.add(entry);
      waiting.push(entry);
      signal.addEventListener('abort', onAbort, { once: true });
      startNext();
      try {
        await started.promise;
      } finally {
        heldWaiting.delete(entry);
        signal.removeEventListener('abort', onAbort);
      }
      return { leave: () => leave(entry) };
    },
  };
}
