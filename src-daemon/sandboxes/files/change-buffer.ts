import type { WatchEvent } from '../../engine/live-sandbox.ts';

/** Changes that wait for a reader. */
const limit = 1000;
/** Time in which a reader must take half of a full buffer; otherwise all waiting changes are dropped. */
const patienceMs = 1000;

export type ChangeBuffer = ReturnType<typeof createChangeBuffer>;

/**
 * Holds changes between the sandbox, which must not wait for a client, and a client of any speed. For a client that is too
 * slow the waiting changes are replaced by `lost`, so that memory is bounded.
 * @param root the watched folder, reported in `lost`
 */
export function createChangeBuffer(root: string, times: { patienceMs: number } = { patienceMs }) {
  let waiting: WatchEvent[] = [];
  let outcome: { error?: unknown } | undefined;
  let arrived = Promise.withResolvers<void>();
  let taken = Promise.withResolvers<void>();

  return {
    /** Collects the changes until they end. Never rejects: the reader gets the error. */
    async fill(changes: AsyncIterable<WatchEvent>): Promise<void> {
      try {
        for await (const change of changes) {
          if (waiting.length >= limit && !(await isDrained())) waiting = [{ type: 'lost', path: root }];
          waiting.push(change);
          arrived.resolve();
        }
        outcome = {};
      } catch (error) {
        outcome = { error };
      }
      arrived.resolve();
    },

    /** Yields the changes until the source has ended. @throws the error of the source */
    async *read(): AsyncGenerator<WatchEvent> {
      for (;;) {
        for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
          if (waiting.length <= limit / 2) taken.resolve();
          yield change;
        }
        if (outcome !== undefined) break;
        arrived = Promise.withResolvers();
        await arrived.promise;
      }
      if (outcome.error !== undefined) throw outcome.error;
    },
  };

  async function isDrained(): Promise<boolean> {
    taken = Promise.withResolvers();
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, times.patienceMs).unref();
    await Promise.race([taken.promise, patience.promise]);
    clearTimeout(timer);
    return waiting.length <= limit / 2;
  }
}
