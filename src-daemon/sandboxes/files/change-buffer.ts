import type { AccountMemory } from '../../core/memory/ledger.ts';
import type { WatchEvent } from '../../engine/live-sandbox.ts';

/** Changes that wait for a reader. */
const limit = 1000;
/** Time in which a reader must take half of a full buffer; otherwise all waiting changes are dropped. */
const defaultPatienceMs = 1000;

/** Size of a change in addition to its path. */
const overheadBytes = 64;

interface BufferOptions {
  memory: AccountMemory;
  patienceMs?: number;
}

/**
 * Holds changes between the sandbox, which must not wait for a client, and a client of any speed. For a client that is too
 * slow, or whose account has no room for them, the waiting changes are replaced by `lost`, so that memory is bounded.
 * @param root the watched folder, reported in `lost`
 */
export function createChangeBuffer(root: string, { memory, patienceMs = defaultPatienceMs }: BufferOptions) {
  const held = memory.open();
  let waiting: WatchEvent[] = [];
  let outcome: { error?: unknown } | undefined;
  let arrived = Promise.withResolvers<void>();
  let taken = Promise.withResolvers<void>();

  return {
    /** Collects the changes until they end. Never rejects: the reader gets the error. */
    async fill(changes: AsyncIterable<WatchEvent>): Promise<void> {
      try {
        for await (const change of changes) {
          if (waiting.length >= limit && !(await isDrained())) lose();
          if (!held.tryGrow(sizeOf(change))) lose();
          else waiting.push(change);
          arrived.resolve();
        }
        outcome = {};
      } catch (error) {
        outcome = { error };
      }
      arrived.resolve();
    },

    /** Ends the count of the waiting changes. */
    release: held.release,

    /** Yields the changes until the source has ended. @throws the error of the source */
    async *read(): AsyncGenerator<WatchEvent> {
      for (;;) {
        for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
          held.shrink(sizeOf(change));
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

  function lose(): void {
    held.shrink(waiting.reduce((sum, change) => sum + sizeOf(change), 0));
    waiting = [{ type: 'lost', path: root }];
    held.grow(waiting.reduce((sum, change) => sum + sizeOf(change), 0));
  }

  async function isDrained(): Promise<boolean> {
    taken = Promise.withResolvers();
    const patience = Promise.withResolvers<void>();
    const timer = setTimeout(patience.resolve, patienceMs).unref();
    await Promise.race([taken.promise, patience.promise]);
    clearTimeout(timer);
    return waiting.length <= limit / 2;
  }
}

function sizeOf({ path }: WatchEvent): number {
  return path.length + overheadBytes;
}
