import { randomBytes } from 'node:crypto';
import type { ErrorBody } from '../../src-shared/error-body.ts';
import type { AppError } from './app-error.ts';

/** Returns a new request id. The log has the outcome of a request under its id. */
export function newRequestId(): string {
  return `req_${randomBytes(12).toString('base64url')}`;
}

/** Returns the body of an error reply. An error event without a request gets a new request id. */
export function errorBody({ code, message, details }: AppError, requestId = newRequestId()): ErrorBody {
  return { error: { code, message, requestId, ...(details && { details }) } };
}
