import { withoutTrailing } from '../../../src-shared/formats/without-trailing.ts';
import { invalidField } from '../../errors/repeated-errors.ts';

/**
 * Normalizes the base URL of an endpoint. Removes slashes and an operation at the end, and adds `/v1` if no segment of the
 * path is a version (`/v1`, `/v1beta/openai`).
 * @throws AppError `invalid_request` if it has a user name or a password
 */
export function normalBaseUrl(typed: string): string {
  const url = new URL(typed);
  if (url.username !== '' || url.password !== '')
    throw invalidField('baseUrl', 'must not contain a user name or a password');
  const path = withoutTrailing(url.pathname, '/').replace(/\/(chat\/completions|completions|models)$/, '');
  const isVersioned = path.split('/').some((segment) => /^v\d/.test(segment));
  return `${url.origin}${path}${isVersioned ? '' : '/v1'}`;
}

/** Returns scheme, host and port of the server that gets the key. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}
