import type { ErrorRequestHandler, Request, Response } from 'express';
import { AppError, asAppError } from '../../errors/app-error.ts';
import { errorBody } from '../../errors/error-body.ts';
import { waitsToSend } from '../server/expectation-guard.ts';

/** Time limit for the rest of a rejected body. */
const lingerMs = 2000;

interface ErrorLog {
  error(fields: object, message: string): void;
}

/** The last handler: sends an AppError to the caller; logs any other error and sends it as `internal`. */
export function errorReply(log: ErrorLog): ErrorRequestHandler {
  // biome-ignore lint/complexity/useMaxParams: express recognizes an error handler by its four parameters
  return (thrown, request, response, _next) => {
    const error = isBadRequest(thrown)
      ? new AppError('invalid_request', 'The request cannot be read: its URL or body is malformed.')
      : asAppError(thrown);
    if (error.code === 'internal')
      log.error({ requestId: response.locals.requestId, route: response.locals.route, err: thrown }, 'request failed');
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (request.complete) return sendError(response, error);
    response.setHeader('Connection', 'close');
    if (waitsToSend(request)) sendError(response, error);
    else void drain(request).then(() => sendError(response, error));
  };
}

/** Reads the rest of a body: closing the connection of a client that still sends would discard the reply. */
function drain(request: Request): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, lingerMs);
    request.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    request.resume();
  });
}

function sendError(response: Response, error: AppError): void {
  if (error.status === 401) response.setHeader('WWW-Authenticate', 'Bearer');
  if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', String(error.retryAfterSeconds));
  response.status(error.status).json(errorBody(error, response.locals.requestId ?? ''));
}

/** Returns true for the errors of express and Node for a URL or a body that cannot be read. */
function isBadRequest(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || thrown instanceof AppError) return false;
  if (thrown instanceof URIError) return true;
  return 'status' in thrown && thrown.status === 400;
}
