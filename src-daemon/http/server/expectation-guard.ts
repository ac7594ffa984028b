import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { AppError } from '../../errors/app-error.ts';

/** Refuses an expectation other than `100-continue`, the only one there is (RFC 9110, 10.1.1). */
export const expectationGuard: RequestHandler = (request, response, next) => {
  const { expect } = request.headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    throw new AppError(
      'expectation_failed',
      'The only supported value of Expect is 100-continue. Send the request without it.',
    );
  // Without 100 Continue the client may omit the body, so the next bytes on the connection would be ambiguous.
  if (waitsToSend(request)) response.setHeader('Connection', 'close');
  next();
};

/** Lets a client that waits for it send the body, which is going to be read. */
export function inviteBody(request: Request): void {
  if (!waitsToSend(request)) return;
  request.res?.removeHeader('Connection');
  request.res?.writeContinue();
}

/** Returns true if a client waits for 100 Continue before it sends its body. HTTP/1.0 has no such reply. */
export function waitsToSend({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.expect !== undefined && httpVersion === '1.1';
}
