/** Work in the background whose failures must not be lost. */
export interface Work {
  /** Follows a promise. It may reject. */
  track(promise: Promise<unknown>): void;
  /** Resolves when nothing is in progress. @throws the first error of what was tracked */
  settled(): Promise<void>;
}

export function createWork(): Work {
  const running = new Set<Promise<void>>();
  const errors: unknown[] = [];
  return {
    track: (promise) => {
      const followed = promise
        .then(
          () => {},
          (error: unknown) => void errors.push(error),
        )
        .finally(() => running.delete(followed));
      running.add(followed);
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
      if (errors.length > 0) throw errors[0];
    },
  };
}
