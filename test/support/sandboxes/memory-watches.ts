import type { WatchEvent } from '../../../src-daemon/engine/live-sandbox.ts';

/** Watches of a sandbox in memory: a test reports the changes. */
export function createMemoryWatches() {
  const readers = new Set<{ waiting: WatchEvent[]; wake: () => void }>();
  let hasEnded = false;

  return {
    count: () => readers.size,
    report(change: WatchEvent): void {
      for (const { waiting, wake } of readers) {
        waiting.push(change);
        wake();
      }
    },
    end(): void {
      hasEnded = true;
      for (const { wake } of readers) wake();
    },

    /** Yields what is reported from now on. */
    open(signal: AbortSignal): AsyncIterable<WatchEvent> {
      let woken = Promise.withResolvers<void>();
      const reader = { waiting: [] as WatchEvent[], wake: () => woken.resolve() };
      readers.add(reader);
      const close = () => {
        readers.delete(reader);
        reader.wake();
      };
      signal.addEventListener('abort', close, { once: true });
      return (async function* () {
        while (!signal.aborted) {
          yield* reader.waiting.splice(0);
          if (hasEnded) break;
          woken = Promise.withResolvers();
          await woken.promise;
        }
        close();
      })();
    },
  };
}
