import { AppError } from '../../core/app-error.ts';

/** How long a run may wait before its program starts. */
export interface QueueLimit {
  maxMs: number;
  /** When the wait began, by performance.now(). */
  since: number;
}

/** The wait of one run: for a slot, for the engine, and for a sandbox of the pool. */
export interface StartWait {
  /** Aborts when the run is cancelled, or, while it waits, when it has waited as long as it may. */
  signal: AbortSignal;
  /** The run has its sandbox, or one boots for it alone: its limit no longer counts. */
  end(): void;
  /** Whole milliseconds since the engine got the run. */
  elapsedMs(): number;
}

/**
 * Starts the timer of a run's limit, where it has one. A limit of 0 passes when the run has to wait for anything, since a
 * timer fires only after all that can be done at once.
 * @param estimateMs how long a run that comes now would wait, for Retry-After
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

/** The error of a run that would wait, or has waited, for longer than its request allows. */
export function queueTimeout(maxMs: number, estimateMs: number): AppError {
  const message =
    `The run could not start within its maxQueueMs of ${maxMs} ms, so no part of it ran. ` +
    'Send it again after the time in Retry-After, or allow a longer wait.';
  return new AppError('queue_timeout', message, { retryAfterSeconds: retryAfterSeconds(estimateMs) });
}

/** A wait as Retry-After has it: whole seconds, at least 1 and at most 60. */
export function retryAfterSeconds(waitMs: number): number {
  return Math.min(Math.max(Math.ceil(waitMs / 1000), 1), 60);
}
