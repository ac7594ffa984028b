import { withoutTrailing } from '../../../src-shared/formats/without-trailing.ts';
import { invalidField } from '../../core/repeated-errors.ts';

/**
 * The address under which an endpoint's operations lie, from what a person typed: without slashes or an operation at the
 * end, and with `/v1` where no segment of the path is a version (`/v1`, `/v1beta/openai`).
 * @throws AppError `invalid_request` for a user or password in it
 */
export function normalBaseUrl(typed: string): string {
  const url = new URL(typed);
  if (url.username !== '' || url.password !== '') throw invalidField('baseUrl', 'must not hold a user or a password');
  const path = withoutTrailing(url.pathname, '/').replace(/\/(chat\/completions|completions|models)$/, '');
  const isVersioned = path.split('/').some((segment) => /^v\d/.test(segment));
  return `${url.origin}${path}${isVersioned ? '' : '/v1'}`;
}

/** Scheme, host and port: whoever is there may see the key. */
export function originOf(baseUrl: string): string {
  return new URL(baseUrl).origin;
}
