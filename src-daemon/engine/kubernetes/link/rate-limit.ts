import { pause } from './pause.ts';

/** Limits the requests to an API server, so that one daemon never takes what others need. */
export interface RateLimit {
  /** Waits until a request may be sent. Requests are sent in the order of their calls. @throws the signal's reason */
  take(signal?: AbortSignal): Promise<void>;
}

export interface RateLimitOptions {
  perSecond: number;
  /** Number of requests that may be sent at once after a pause. */
  burst: number;
}

/** Creates a token bucket. A wait that is aborted still counts as a request. */
export function createRateLimit({ perSecond, burst }: RateLimitOptions): RateLimit {
  const intervalMs = 1000 / perSecond;
  /** The time at which the bucket is full again. */
  let fullAt = 0;

  return {
    take: async (signal) => {
      signal?.throwIfAborted();
      const now = performance.now();
      fullAt = Math.max(fullAt, now) + intervalMs;
      const waitMs = fullAt - now - burst * intervalMs;
      // A remainder of the calculation is no wait.
      if (waitMs > 0.001) await pause(waitMs, signal);
    },
  };
}
