import type { StreamEvent } from '../../core/stream-event.ts';

/** A program waits while a client that follows it is further behind, in characters. */
const maxBehind = 256 * 1024;

interface Follower {
  /** Number of characters that were produced when it had read all of them. */
  consumed: number;
}

/**
 * Delays a program until its followers have read its output. A foreground process prints as fast as its clients read, so that
 * they miss nothing.
 */
export function createPacedFollowers() {
  const followers = new Set<Follower>();
  let produced = 0;
  let moved = Promise.withResolvers<void>();
  let isStopped = false;

  return {
    /** Resolves when no follower is too far behind. */
    async produce(characters: number): Promise<void> {
      produced += characters;
      while (!isStopped && isAnyBehind()) await moved.promise;
    },

    /** Ends the delay: the program is killed, so its end must not wait for a client. */
    stop(): void {
      isStopped = true;
      wake();
    },

    /** Yields the events, and counts what the consumer has taken. */
    async *pace(
      events: AsyncIterable<StreamEvent>,
      { heldBytes, newestId }: { heldBytes: () => number; newestId: () => number },
    ): AsyncGenerator<StreamEvent> {
      const follower: Follower = { consumed: produced - heldBytes() };
      followers.add(follower);
      try {
        for await (const event of events) {
          yield event;
          // Here the consumer asks for the next one. Dropped events would never be counted one by one.
          follower.consumed = event.id === newestId() ? produced : follower.consumed + textOf(event.data).length;
          wake();
        }
      } finally {
        followers.delete(follower);
        wake();
      }
    },
  };

  function isAnyBehind(): boolean {
    return [...followers].some(({ consumed }) => produced - consumed > maxBehind);
  }

  function wake(): void {
    moved.resolve();
    moved = Promise.withResolvers<void>();
  }
}

function textOf(data: unknown): string {
  const isText = typeof data === 'object' && data !== null && 'text' in data && typeof data.text === 'string';
  return isText ? String(data.text) : '';
}
