/** Hands chunks from a channel to one reader. It holds one chunk: the channel waits until the reader requests the next. */
export interface ChunkQueue<T> extends AsyncIterableIterator<T> {
  /** Resolves when the reader has taken the chunk. */
  push(chunk: T): Promise<void>;
  /** Ends the iteration after what was pushed, with an error if there is one. */
  finish(error?: unknown): void;
}

/** @param onReturn is called when the reader stops before the end */
export function createChunkQueue<T>(onReturn: () => void): ChunkQueue<T> {
  const chunks: { chunk: T; taken: () => void }[] = [];
  let finished: { error?: unknown } | undefined;
  let waiting: PromiseWithResolvers<IteratorResult<T>> | undefined;

  function settle(reader: PromiseWithResolvers<IteratorResult<T>>): boolean {
    const first = chunks.shift();
    if (first !== undefined) {
      first.taken();
      reader.resolve({ done: false, value: first.chunk });
    } else if (finished === undefined) return false;
    else if (finished.error === undefined) reader.resolve({ done: true, value: undefined });
    else {
      reader.reject(finished.error);
      finished = {};
    }
    return true;
  }

  function wake(): void {
    if (waiting !== undefined && settle(waiting)) waiting = undefined;
  }

  const queue: ChunkQueue<T> = {
    push: (chunk) => {
      const taken = Promise.withResolvers<void>();
      if (finished !== undefined) return Promise.resolve();
      chunks.push({ chunk, taken: taken.resolve });
      wake();
      return taken.promise;
    },
    finish: (error) => {
      finished ??= error === undefined ? {} : { error };
      wake();
    },
    next: () => {
      const reader = Promise.withResolvers<IteratorResult<T>>();
      if (!settle(reader)) waiting = reader;
      return reader.promise;
    },
    return: async () => {
      if (finished === undefined || chunks.length > 0) onReturn();
      finished = {};
      for (const { taken } of chunks.splice(0)) taken();
      wake();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => queue,
  };
  return queue;
}
