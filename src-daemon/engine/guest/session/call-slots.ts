/** Releases a slot; later calls do nothing. */
type ReleaseSlot = () => void;

interface SlotOptions {
  /** Number of slots. */
  max: number;
  /** Work that has waited this long begins without a slot, so that slow work delays other work only a while. */
  waitMs: number;
}

/** Lets a burst of short work wait for a slot, in order, instead of taking all channels of a session at once. */
export function createCallSlots({ max, waitMs }: SlotOptions) {
  const waiting = new Set<() => void>();
  let taken = 0;
  return { acquire, during };

  async function acquire(): Promise<ReleaseSlot> {
    if (taken >= max) await waitForSlot();
    taken += 1;
    let hasEnded = false;
    return () => {
      if (hasEnded) return;
      hasEnded = true;
      taken -= 1;
      const [next] = waiting;
      if (taken < max) next?.();
    };
  }

  async function during<Result>(work: () => Promise<Result>): Promise<Result> {
    const end = await acquire();
    try {
      return await work();
    } finally {
      end();
    }
  }

  function waitForSlot(): Promise<void> {
    return new Promise((resolve) => {
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        resolve();
      };
      const timer = setTimeout(begin, waitMs);
      waiting.add(begin);
    });
  }
}
