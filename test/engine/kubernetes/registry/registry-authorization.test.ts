/** Reads challenges of registries, and answers them. */
import { describe, expect, test } from 'vitest';
import {
  basicAuthorization,
  readChallenge,
  readToken,
  tokenRequest,
} from '../../../../src-daemon/engine/kubernetes/registry/registry-authorization.ts';

const registry = new URL('https://registry.example.com/');
const scope = 'repository:team/strongroom-sandbox:pull,push';
const challenge = { scheme: 'bearer', realm: 'https://auth.example.com/token', service: 'registry' } as const;
const login = { serveraddress: 'registry.example.com', username: 'user', password: 'pass' };

describe('a challenge', () => {
  test.each([
    ['Basic realm="Registry"', { scheme: 'basic', realm: '', service: '' }],
    ['Bearer realm="https://auth.example.com/token",service="registry",scope="repository:a:pull"', { ...challenge }],
    ['bearer service="registry", realm="https://auth.example.com/token"', { ...challenge }],
    ['Bearer', { scheme: 'bearer', realm: '', service: '' }],
    ['Digest realm="x"', undefined],
    ['', undefined],
    [undefined, undefined],
    [`Bearer realm="${'x'.repeat(5000)}"`, undefined],
  ])('%s', (header, expected) => {
    expect(readChallenge(header)).toEqual(expected);
  });
});

describe('a token', () => {
  test('is asked for with the password, by TLS', () => {
    const { method, url, headers } = tokenRequest(challenge, { registry, scope, credentials: login });
    expect(method).toBe('GET');
    expect(url.origin + url.pathname).toBe('https://auth.example.com/token');
    expect(Object.fromEntries(url.searchParams)).toEqual({ service: 'registry', scope });
    expect(headers.authorization).toBe(basicAuthorization(login));
  });

  test('is asked for with an identity token, which is not part of an address', () => {
    const credentials = { serveraddress: 'registry.example.com', identitytoken: 'identity' };
    const { method, url, body = '' } = tokenRequest(challenge, { registry, scope, credentials });
    expect([method, url.href]).toEqual(['POST', 'https://auth.example.com/token']);
    expect(Object.fromEntries(new URLSearchParams(body))).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'identity',
      scope,
    });
  });

  test.each(['http://auth.example.com/token', 'file:///token', 'no address', ''])(
    'is not asked for at %s, where others could read the password',
    (realm) => {
      expect(() => tokenRequest({ ...challenge, realm }, { registry, scope, credentials: login })).toThrow(
        'without TLS',
      );
    },
  );

  test.each([
    ['{"token":"a"}', 'a'],
    ['{"access_token":"b"}', 'b'],
    ['{"token":"","access_token":"c"}', 'c'],
  ])('is read from %s', (text, token) => {
    expect(readToken(text)).toBe(token);
  });

  test.each(['', '{}', '[]', '{"token":1}', '{"token":"a\\r\\nx: y"}', JSON.stringify({ token: 'a'.repeat(20_000) })])(
    'is not read from another answer (%#)',
    (text) => {
      expect(() => readToken(text)).toThrow('did not answer with a token');
    },
  );
});
