import { randomBytes } from 'node:crypto';
import type { ErrorBody } from '../../src-shared/error-body.ts';
import type { AppError } from './app-error.ts';

/** The id under which the log has what became of a request. */
export function newRequestId(): string {
  return `req_${randomBytes(12).toString('base64url')}`;
}

/** The body of an error answer; an event of a run that nobody asked for just now has an id of its own. */
export function errorBody({ code, message, details }: AppError, requestId = newRequestId()): ErrorBody {
  return { error: { code, message, requestId, ...(details && { details }) } };
}
