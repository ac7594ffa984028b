/** Ends a turn; later calls do nothing. */
type EndTurn = () => void;

interface TurnOptions {
  /** Number of turns at the same time. */
  max: number;
  /** Work that has waited this long begins without a turn, so that slow work delays other work only a while. */
  waitMs: number;
}

/** Lets a burst of short work wait for its turn, in order, instead of taking all channels of a session at once. */
export function createTurns({ max, waitMs }: TurnOptions) {
  const waiting = new Set<() => void>();
  let taken = 0;
  return { take, during };

  async function take(): Promise<EndTurn> {
    if (taken >= max) await waitForTurn();
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
    const end = await take();
    try {
      return await work();
    } finally {
      end();
    }
  }

  function waitForTurn(): Promise<void> {
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
