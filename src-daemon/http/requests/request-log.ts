import type { RequestHandler } from 'express';
import { newRequestId } from '../../errors/error-body.ts';

interface RequestLog {
  info(fields: object, message: string): void;
}

/** Gives every request an id and logs its end: the route's template, never the URL. */
export function requestLog(log: RequestLog): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const requestId = newRequestId();
    response.locals.requestId = requestId;
    response.setHeader('X-Request-Id', requestId);
    response.once('close', () => {
      log.info(
        {
          requestId,
          method: request.method,
          route: response.locals.route ?? null,
          status: response.statusCode,
          completed: response.writableFinished,
          durationMs: Math.round(performance.now() - startedAt),
          accountId: response.locals.accountId,
        },
        'request',
      );
    });
    next();
  };
}
