import { z } from 'zod';
import { encodeBase64 } from '../../../../src-shared/formats/base64.ts';
import { parseJson } from '../../../wire/json.ts';
import type { RegistryCredentials } from '../../credential/registry-credentials.ts';
import { RegistryError } from './registry-error.ts';

/** The kind of authorization that a registry requires (distribution spec, "Authentication"; RFC 7235). */
export interface Challenge {
  scheme: 'basic' | 'bearer';
  /** The token service of `bearer`. */
  realm: string;
  service: string;
}

/** A request to a token service. */
export interface TokenRequest {
  method: 'GET' | 'POST';
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

const longestChallenge = 4096;
const longestToken = 16 << 10;

const Token = z.object({ token: z.string().optional(), access_token: z.string().optional() });

/** Reads the header `www-authenticate`. Returns undefined for a scheme that is not supported. */
export function readChallenge(header: string | undefined): Challenge | undefined {
  if (header === undefined || header.length > longestChallenge) return undefined;
  const [scheme = ''] = header.trimStart().toLowerCase().split(' ', 1);
  if (scheme === 'basic') return { scheme, realm: '', service: '' };
  if (scheme !== 'bearer') return undefined;
  const parameters = quotedParameters(header);
  return { scheme, realm: parameters.get('realm') ?? '', service: parameters.get('service') ?? '' };
}

/** Returns the parameters of the form `name="value"`. */
function quotedParameters(text: string): Map<string, string> {
  const parts = text.split('"');
  const found = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const before = parts[at] ?? '';
    if (!before.endsWith('=')) continue;
    const name = before.slice(Math.max(before.lastIndexOf(' '), before.lastIndexOf(',')) + 1, -1);
    found.set(name.toLowerCase(), parts[at + 1] ?? '');
  }
  return found;
}

/** Returns the header `authorization` of a user name and a password; undefined without them. */
export function basicAuthorization(credentials: RegistryCredentials | undefined): string | undefined {
  if (credentials === undefined || !('password' in credentials)) return undefined;
  const { username, password } = credentials;
  return `Basic ${encodeBase64(Buffer.from(`${username}:${password}`))}`;
}

/**
 * Returns the request for a token. Credentials are sent only by TLS, or to the registry itself.
 * @param scope `repository:team/strongroom-sandbox:pull,push`
 * @throws RegistryError for a token service at another address without TLS
 */
export function tokenRequest(
  { realm, service }: Challenge,
  { registry, scope, credentials }: { registry: URL; scope: string; credentials: RegistryCredentials | undefined },
): TokenRequest {
  const url = URL.parse(realm);
  if (url === null || (url.protocol !== 'https:' && url.origin !== registry.origin))
    throw new RegistryError('bad_answer', 'the registry names a token service without TLS');
  if (credentials !== undefined && 'identitytoken' in credentials) {
    const fields = { grant_type: 'refresh_token', service, client_id: 'strongroom', scope };
    const body = new URLSearchParams({ ...fields, refresh_token: credentials.identitytoken }).toString();
    return { method: 'POST', url, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body };
  }
  url.searchParams.set('service', service);
  url.searchParams.set('scope', scope);
  const authorization = basicAuthorization(credentials);
  return { method: 'GET', url, headers: authorization === undefined ? {} : { authorization } };
}

/** Reads the answer of a token service. @throws RegistryError */
export function readToken(text: string): string {
  const { token, access_token: accessToken } = Token.safeParse(parseJson(text)).data ?? {};
  const found = token || accessToken;
  if (found === undefined || found === '' || found.length > longestToken || /[^\x21-\x7e]/.test(found))
    throw new RegistryError('bad_answer', 'the token service of the registry did not answer with a token');
  return found;
}
