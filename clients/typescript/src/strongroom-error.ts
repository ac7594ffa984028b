import type { Error as ErrorBody } from './generated/api.ts';
import { errorStatuses } from './generated/error-statuses.ts';

/** Codes of the daemon's errors; `docs/troubleshooting.md` explains each. */
export type ErrorCode = ErrorBody['error']['code'];

/**
 * Codes of errors that the client finds:
 * - `invalid_argument`: an option of the client or a parameter of a path cannot be used;
 * - `connection_failed`: no daemon answers;
 * - `connection_lost`: a stream broke and could not be resumed;
 * - `timeout`: the answer took longer than `timeoutMs`;
 * - `unexpected_answer`: the answer is not one of Strongroom.
 */
export type ClientErrorCode =
  | 'invalid_argument'
  | 'connection_failed'
  | 'connection_lost'
  | 'timeout'
  | 'unexpected_answer';

export interface ErrorFields {
  /** HTTP status of the answer. */
  status?: number | undefined;
  requestId?: string | undefined;
  details?: readonly ErrorDetail[] | undefined;
  retryAfterMs?: number | undefined;
  cause?: unknown;
}

/** An invalid field of a request: `files[2].path` and `must not be empty`. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** An error of the daemon or of the connection to it. Decide by `code`, which is stable, and never by the message. */
export class StrongroomError extends Error {
  override readonly name = 'StrongroomError';
  readonly code: ErrorCode | ClientErrorCode;
  /** HTTP status of the code; undefined if there was no answer. */
  readonly status: number | undefined;
  /** Id under which the daemon's log has the request. */
  readonly requestId: string | undefined;
  readonly details: readonly ErrorDetail[];
  /** Time after which a refused request can succeed. */
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode | ClientErrorCode, message: string, fields: ErrorFields = {}) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.code = code;
    this.status = fields.status;
    this.requestId = fields.requestId;
    this.details = fields.details ?? [];
    this.retryAfterMs = fields.retryAfterMs;
  }
}

/** Converts an error body of the daemon; undefined for every other value. */
export function errorOf(body: unknown, fields: ErrorFields = {}): StrongroomError | undefined {
  if (!isErrorBody(body)) return undefined;
  const { code, message, requestId, details } = body.error;
  return new StrongroomError(code, message, { status: errorStatuses[code], requestId, details, ...fields });
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false;
  const { error } = body;
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return false;
  return typeof error.code === 'string' && typeof error.message === 'string';
}
