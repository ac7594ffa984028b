/** The wait of one pod for a node. */
export interface Place {
  /** The cluster has no room for the pod now. */
  refuse(): void;
  /** A node has taken the pod, or it will not exist. Later calls do nothing. */
  leave(): void;
  /** The cluster had no room for the whole time limit: those that wait behind this pod get the error as well. */
  giveUp(error: unknown): void;
}

/**
 * Bounds the pods without a node. A scheduler tries a pod that it has refused again after up to 10 s, and others that came
 * later may take the room before. So while pods of a size are refused, one of that size waits in the cluster, and the rest
 * wait here, in their order.
 */
export interface Room {
  /** Waits until a pod of a size may be created. @throws the signal's reason, or the error of `giveUp` */
  enter(memoryMb: number, signal: AbortSignal): Promise<Place>;
}

/** Time after a refusal in which a cluster counts as full. */
const fullMs = 10_000;

interface Waiter {
  admit(): void;
  refuse(error: unknown): void;
}

/** The pods with one amount of memory, of which there are few. */
interface Size {
  /** Pods without a node. */
  pending: number;
  refused: Set<Place>;
  fullUntil: number;
  waiters: Set<Waiter>;
}

export function createRoom(): Room {
  const sizes = new Map<number, Size>();

  function sizeOf(memoryMb: number): Size {
    const size = sizes.get(memoryMb) ?? { pending: 0, refused: new Set(), fullUntil: 0, waiters: new Set() };
    sizes.set(memoryMb, size);
    return size;
  }

  return {
    enter: async (memoryMb, signal) => {
      signal.throwIfAborted();
      const size = sizeOf(memoryMb);
      if (size.waiters.size > 0 || !hasRoom(size)) await waitIn(size, signal);
      else size.pending++;
      return placeIn(size);
    },
  };
}

function isFull({ refused, fullUntil }: Size): boolean {
  return refused.size > 0 || performance.now() < fullUntil;
}

function hasRoom(size: Size): boolean {
  return size.pending === 0 || !isFull(size);
}

function placeIn(size: Size): Place {
  let hasLeft = false;
  const place: Place = {
    refuse: () => {
      if (hasLeft) return;
      size.refused.add(place);
      size.fullUntil = performance.now() + fullMs;
    },
    leave: () => {
      if (hasLeft) return;
      hasLeft = true;
      size.pending--;
      size.refused.delete(place);
      admitNext(size);
    },
    giveUp: (error) => {
      for (const waiter of size.waiters) waiter.refuse(error);
      place.leave();
    },
  };
  return place;
}

/** Admits those that have waited longest. Each counts as pending at once. */
function admitNext(size: Size): void {
  for (const waiter of size.waiters) {
    if (!hasRoom(size)) return;
    size.waiters.delete(waiter);
    size.pending++;
    waiter.admit();
  }
}

async function waitIn({ waiters }: Size, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const waiter: Waiter = {
    admit: resolve,
    refuse: (error) => {
      waiters.delete(waiter);
      reject(error);
    },
  };
  const onAbort = () => waiter.refuse(signal.reason);
  waiters.add(waiter);
  signal.addEventListener('abort', onAbort, { once: true });
  await promise.finally(() => signal.removeEventListener('abort', onAbort));
}
