import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../../core/app-error.ts';

/** Refuses an expectation other than `100-continue`, the only one there is (RFC 9110, 10.1.1). */
export const expectationGuard: RequestHandler = (request, response, next) => {
  const { expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    throw new AppError('expectation_failed', 'The only expectation that can be met is 100-continue.');
  // Unless the body is invited, the client need not send it: what comes next on the connection would be unclear.
  if (waitsToSend(request)) response.setHeader('Connection', 'close');
  next();
};

/** Lets a client that waits for it send the body, which is going to be read. */
export function inviteBody(request: Request): void {
  if (!waitsToSend(request)) return;
  request.res?.removeHeader('Connection');
  request.res?.writeContinue();
}

/** Whether a client holds its body back until it is invited. HTTP/1.0 knows no invitation. */
export function waitsToSend({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion === '1.1';
}
