import { AppError } from '../../errors/app-error.ts';

/** Time limit of a run's wait for the start of its program. */
export interface QueueLimit {
  maxMs: number;
  /** Start of the wait, by performance.now(). */
  since: number;
}

/** The wait of one run: for a slot, for the engine, and for a sandbox of the pool. */
export interface StartWait {
  /** Aborts when the run is cancelled, or when its wait exceeds the limit. */
  signal: AbortSignal;
  /** Ends the limit. Call it when the run has its sandbox, or when one boots for it alone. */
  end(): void;
  /** Returns the whole milliseconds since the engine received the run. */
  elapsedMs(): number;
}

/**
 * Starts the timer of a run's limit, if it has one. A limit of 0 is exceeded if the run has to wait for anything at all:
 * a timer fires only after everything that can be done at once.
 * @param estimateMs returns the expected wait of a run that arrives now, for Retry-After
 */
export function createStartWait(
  limit: QueueLimit | undefined,
  signal: AbortSignal,
  estimateMs: () => number = () => 0,
): StartWait {
  const arrivedAt = performance.now();
  const elapsedMs = () => Math.round(performance.now() - arrivedAt);
  if (limit === undefined) return { signal, end: () => {}, elapsedMs };
  const deadline = new AbortController();
  const onLate = () => deadline.abort(queueTimeout(limit.maxMs, estimateMs()));
  const timer = setTimeout(onLate, Math.max(limit.since + limit.maxMs - arrivedAt, 0));
  return { signal: AbortSignal.any([signal, deadline.signal]), end: () => clearTimeout(timer), elapsedMs };
}

/** Returns the error of a run whose wait exceeds, or would exceed, the limit of its request. */
export function queueTimeout(maxMs: number, estimateMs: number): AppError {
  const message =
    `No sandbox was available within ${maxMs} ms, the longest wait that was allowed, so nothing was started. ` +
    'Try again later, or allow a longer wait.';
  return new AppError('queue_timeout', message, { retryAfterSeconds: retryAfterSeconds(estimateMs) });
}

/** Returns a wait as a value of Retry-After: whole seconds, at least 1 and at most 60. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.min(Math.max(Math.ceil(waitMs / 1000), 1), 60);
}
