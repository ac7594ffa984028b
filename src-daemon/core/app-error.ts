import { type ErrorCode, errorCatalog } from '../../src-shared/error-catalog.ts';

export interface FieldIssue {
  /** Where the fault is, in dots and indexes: `files[2].path`. */
  path: string;
  message: string;
}

interface AppErrorOptions {
  details?: FieldIssue[];
  cause?: unknown;
  /** Seconds until a try can succeed; sent as Retry-After. */
  retryAfterSeconds?: number;
}

/** An error that the caller is told of: a code from the catalog and words that hold no secret, code or e-mail. */
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

/** What a caller may know of anything that was thrown: all but an AppError is `internal`. */
export function asAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return new AppError('internal', 'The daemon met a fault; its log has it under this request id.', { cause: thrown });
}
