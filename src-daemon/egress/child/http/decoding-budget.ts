/** Memory for the bodies that are decoded at the same time. */
export interface DecodingBudget {
  /**
   * Waits until there are so many bytes, in order of arrival. The returned function gives them back; later calls do nothing.
   * @throws the reason of the signal
   */
  take(bytes: number, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  bytes: number;
  start(): void;
}

/** Creates a budget of bytes. */
export function createDecodingBudget(limitBytes: number): DecodingBudget {
  const waiting = new Set<Waiting>();
  let left = limitBytes;

  function startNext(): void {
    for (const next of waiting) {
      if (next.bytes > left) return;
      waiting.delete(next);
      left -= next.bytes;
      next.start();
    }
  }

  function giverOf(bytes: number): () => void {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      left += bytes;
      startNext();
    };
  }

  return {
    async take(bytes, signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const give = giverOf(bytes);
      const entry = { bytes, start: () => resolve(give) };
      const onAbort = () => {
        // One that has just started gives its bytes back.
        if (!waiting.delete(entry)) give();
        else startNext();
        reject(signal.reason);
      };
      waiting.add(entry);
      signal.addEventListener('abort', onAbort, { once: true });
      startNext();
      return promise.finally(() => signal.removeEventListener('abort', onAbort));
    },
  };
}
