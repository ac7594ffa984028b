import type { ErrorRequestHandler, Request, Response } from 'express';
import { AppError, asAppError } from '../../core/app-error.ts';
import { errorBody } from '../../core/error-body.ts';
import { waitsToSend } from '../server/expectation-guard.ts';

/** How long a refused body may go on. */
const lingerMs = 2000;

interface ErrorLog {
  error(fields: object, message: string): void;
}

/** The last handler: an AppError is told to the caller, all else is logged whole and told as `internal`. */
export function errorReply(log: ErrorLog): ErrorRequestHandler {
  // biome-ignore lint/complexity/useMaxParams: express tells an error handler by its four parameters
  return (thrown, request, response, _next) => {
    const error = isBadRequest(thrown)
      ? new AppError('invalid_request', 'The request cannot be read.')
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

/** A connection that is closed on a client which still sends takes the answer with it, so its body is let run out. */
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

/** What express and Node throw for a URL or a body that cannot be read. */
function isBadRequest(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || thrown instanceof AppError) return false;
  if (thrown instanceof URIError) return true;
  return 'status' in thrown && thrown.status === 400;
}
