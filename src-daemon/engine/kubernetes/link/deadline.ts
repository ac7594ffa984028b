import { AppError } from '../../../errors/app-error.ts';
import { ApiError, printable } from './api-error.ts';

/** The time limit of a request. */
export interface Deadline {
  /** Aborts at the time limit, and with the signal of the request. */
  signal: AbortSignal;
  /** Returns the error of the request for an error of its connection. */
  explain(error: unknown): unknown;
  /** Ends the time limit. The signal of the request still aborts. */
  stop(): void;
}

export function createDeadline(limitMs: number, outer: AbortSignal | undefined): Deadline {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitMs);
  return {
    signal: AbortSignal.any([late.signal, ...(outer === undefined ? [] : [outer])]),
    explain: (error) => {
      if (error instanceof ApiError || error instanceof AppError) return error;
      if (outer?.aborted) return outer.reason;
      if (late.signal.aborted) return new ApiError('unavailable', `the API server did not answer in ${limitMs} ms`);
      return connectionError(error);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Returns the error of a connection that failed. Its code says why: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
export function connectionError(error: unknown): ApiError {
  const { code } = error as { code?: unknown };
  const reason = typeof code === 'string' ? printable(code) : 'unknown error';
  return new ApiError('unavailable', `the connection to the API server failed (${reason})`);
}
