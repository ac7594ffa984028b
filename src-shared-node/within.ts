/** The work did not settle within its time limit. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Settles as the promise does, or rejects after `limitMs`. The work itself is not cancelled; its result is ignored.
 * @throws TimeLimitError
 */
export function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new TimeLimitError(`no answer in ${limitMs} ms`)), limitMs);
  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer));
}
