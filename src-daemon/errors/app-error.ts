import { type ErrorCode, errorCatalog } from '../../src-shared/error-catalog.ts';

export interface FieldIssue {
  /** The invalid field, in dots and indexes: `files[2].path`. */
  path: string;
  message: string;
}

interface AppErrorOptions {
  details?: FieldIssue[];
  cause?: unknown;
  /** Seconds until another attempt can succeed; sent as Retry-After. */
  retryAfterSeconds?: number;
}

/** An error that is sent to the caller: a code of the catalog and a message without secrets, code or e-mails. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: FieldIssue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return errorCatalog[this.code].status;
  }
}

/** Returns the error that may be sent to the caller: an AppError as it is, anything else as `internal`. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError(
    'internal',
    "Internal error. The daemon's log has the details under this request id (`strongroom logs`).",
    { cause: thrown },
  );
}
