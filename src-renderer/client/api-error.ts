import { ErrorBody } from '../../src-shared/error-body.ts';
import type { ErrorCode } from '../../src-shared/error-catalog.ts';
import { messageInForms } from './field-labels.ts';

/**
 * `unreachable`: no response; `unproven`: another program may have responded; `unreadable`: the response does not match
 * the contract.
 */
export type ApiErrorCode = ErrorCode | 'unreachable' | 'unproven' | 'unreadable';

export interface FieldProblem {
  path: string;
  message: string;
}

/** Any failure of a call, in the one shape that the screens show. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly requestId: string | undefined;
  readonly details: readonly FieldProblem[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ApiErrorCode, message: string, rest: Partial<Omit<ApiError, 'code' | 'message'>> = {}) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.requestId = rest.requestId;
    this.details = rest.details ?? [];
    this.retryAfterSeconds = rest.retryAfterSeconds;
  }
}

/** Reads the error of a response that is not a success. */
export async function readApiError(response: Response): Promise<ApiError> {
  const parsed = ErrorBody.safeParse(await response.json().catch(() => undefined));
  if (!parsed.success)
    return new ApiError(
      'unreadable',
      `The daemon answered ${response.status} with a response that this interface cannot read. Reload this window; if that does not help, update Strongroom.`,
    );
  const { code, message, requestId, details } = parsed.data.error;
  const retryAfter = Number(response.headers.get('retry-after'));
  return new ApiError(code, messageInForms(message, details ?? []), {
    requestId,
    ...(details && { details }),
    ...(retryAfter > 0 && { retryAfterSeconds: retryAfter }),
  });
}

/** Returns the error for a daemon that does not respond. */
export function unreachable(): ApiError {
  return new ApiError('unreachable', 'The daemon does not answer.');
}

/** Converts any thrown value to an ApiError. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError('unreadable', thrown instanceof Error ? thrown.message : 'Unknown error.');
}
