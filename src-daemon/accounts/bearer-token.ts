import { looksLikeApiKey } from '../crypto/tokens.ts';
import { apiKeyMisplaced, unauthorized } from '../errors/repeated-errors.ts';

/**
 * The session token of an Authorization header (RFC 6750, 2.1).
 * @throws AppError `unauthorized` when there is none, and with the use of an API key when there is one instead
 */
export function bearerOf(authorization: string | undefined): string {
  const token = /^Bearer ([A-Za-z0-9._-]{1,4096})$/i.exec(authorization ?? '')?.[1];
  if (hasApiKey(authorization)) throw apiKeyMisplaced('unauthorized', 'authorization');
  if (token === undefined) throw unauthorized();
  return token;
}

/** Returns true if an Authorization header has an API key, with or without a scheme before it. */
function hasApiKey(authorization = ''): boolean {
  return looksLikeApiKey(authorization.replace(/^[A-Za-z-]{1,32} /, ''));
}
