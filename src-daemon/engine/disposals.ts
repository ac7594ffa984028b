/** The creations and removals that are in progress at an engine. A stop of the engine waits for the last of them. */
export interface Disposals {
  /** Adds `work` until it succeeds or fails. Returns `work`. */
  add<T>(work: Promise<T>): Promise<T>;
  /** Resolves when all work that was added before this call has ended. Never rejects. */
  settled(): Promise<void>;
  /** True if no work is in progress. */
  readonly isEmpty: boolean;
}

export function createDisposals(): Disposals {
  const pending = new Set<Promise<unknown>>();

  return {
    add: (work) => {
      const remove = () => void pending.delete(work);
      pending.add(work);
      work.then(remove, remove);
      return work;
    },
    settled: async () => void (await Promise.allSettled(pending)),
    get isEmpty() {
      return pending.size === 0;
    },
  };
}
