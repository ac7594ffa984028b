import type { RequestHandler } from 'express';

/** A page that needs more than `default-src 'none'` sets its own policy after this. */
export const everyAnswerHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** Sets the headers of every answer. */
export const securityHeaders: RequestHandler = (_request, response, next) => {
  response.set(everyAnswerHeaders);
  next();
};
