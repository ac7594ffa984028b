import { unauthorized } from '../core/repeated-errors.ts';

/**
 * The session token of an Authorization header (RFC 6750, 2.1).
 * @throws AppError `unauthorized` when there is none
 */
export function bearerOf(authorization: string | undefined): string {
  const token = /^Bearer ([A-Za-z0-9._-]{1,4096})$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) throw unauthorized();
  return token;
}
