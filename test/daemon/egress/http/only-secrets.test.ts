/** Rules that demand the secret and no other credential, and secrets in the path. */
import { describe, expect, test } from 'vitest';
import { get, host, placeholder, post, type Setup, startFixture, token, value } from './http-fixture.ts';

const own = `Authorization: Bearer ${placeholder}`;
const only: Setup = { secrets: [token], rule: { secrets: ['TOKEN'], onlySecrets: true } };

async function outcome(bytes: string, setup: Setup): Promise<{ reason: string | undefined; sent: string }> {
  const fixture = await startFixture(setup);
  fixture.send(bytes);
  await fixture.receive('HTTP/1.1 ');
  return { reason: fixture.blocked[0]?.[0], sent: fixture.sent().toString() };
}

describe('a rule with onlySecrets', () => {
  test.each([
    ['in a header', get('/', own)],
    ['in the query', get(`/?key=${placeholder}`)],
    ['in Basic', get('/', `Authorization: Basic ${Buffer.from(`u:${placeholder}`).toString('base64')}`)],
    ['in a JSON body', post(`{"auth":{"token":"${placeholder}"}}`, 'Content-Type: application/json')],
    ['next to what is no credential', get('/?page_token=abc&keyword=1', own, 'Idempotency-Key: 1', 'X-Request-Id: 2')],
  ])('lets a request with the secret %s through', async (_part, bytes) => {
    expect(await outcome(bytes, only)).toMatchObject({
      reason: undefined,
      sent: expect.stringMatching(/^(GET|POST) /),
    });
  });

  test.each([
    ['without a secret', get('/'), 'secret_missing'],
    ['with a credential of its own alone', get('/', 'Authorization: Bearer own'), 'secret_missing'],
    ['with two authorization lines', get('/', own, 'Authorization: Bearer own'), 'other_credential'],
    ['with the secret in two authorization lines', get('/', own, own), 'other_credential'],
    ['with a cookie', get('/', own, 'Cookie: session=own'), 'other_credential'],
    ['with another header', get('/', own, 'X-API-Key: own'), 'other_credential'],
    ['with a header in another spelling', get('/', own, 'X_Api_Key: own'), 'other_credential'],
    ['with a token of a service', get('/', own, 'X-Vault-Token: own'), 'other_credential'],
    ['with a signature', get('/', own, 'X-Amz-Security-Token: own'), 'other_credential'],
    ['with a key in the query', get('/?api_key=own', own), 'other_credential'],
    ['with an encoded name in the query', get('/?a=1&acce%73s_token=own', own), 'other_credential'],
    ['with the parameter of the secret twice', get(`/?key=own&key=${placeholder}`), 'other_credential'],
  ])('refuses a request %s', async (_what, bytes, reason) => {
    expect(await outcome(bytes, only)).toEqual({ reason, sent: '' });
  });

  test('is not the default: credentials of the program pass next to the secret', async () => {
    const setup: Setup = { secrets: [token], rule: { secrets: ['TOKEN'] } };
    expect(await outcome(get('/?api_key=own', own, 'Cookie: a=b'), setup)).toMatchObject({ reason: undefined });
  });
});

describe('a secret in the path', () => {
  const webhook = { ...token, locations: [{ host, in: ['path'] }] };
  const withValue = (text: string, more: Setup = {}): Setup => ({ secrets: [{ ...webhook, value: text }], ...more });

  test('is put there, encoded part by part, and never reported', async () => {
    const fixture = await startFixture(withValue('T01/B02/a b?c'));
    fixture.send(get(`/services/${placeholder}?x=1`));
    await fixture.receive('HTTP/1.1 200');
    expect(fixture.sent().toString()).toContain('GET /services/T01/B02/a%20b%3Fc?x=1 HTTP/1.1');
    expect(fixture.requests).toEqual([
      { method: 'GET', path: `/services/${placeholder}`, status: 200, secrets: ['TOKEN'] },
    ]);
    expect(fixture.uses).toEqual(['TOKEN']);
  });

  test.each(['..', 'a/../b', '/a', 'a/', 'a//b', '.'])(
    'with the value %j is refused, as it would change the path',
    async (text) => {
      expect(await outcome(get(`/v1/${placeholder}/x`), withValue(text))).toEqual({
        reason: 'secret_unusable',
        sent: '',
      });
    },
  );

  test('does not lead out of the paths of the rule', async () => {
    const rule = { secrets: ['TOKEN'], paths: ['/v1/*'] };
    expect(await outcome(get(`/v1/${placeholder}`), withValue('a/b', { rule }))).toEqual({
      reason: 'path_not_allowed',
      sent: '',
    });
    expect(await outcome(get(`/v1/${placeholder}`), withValue('a', { rule }))).toMatchObject({ reason: undefined });
  });

  test('is refused in every other place', async () => {
    expect(await outcome(get('/', own), withValue('a'))).toEqual({ reason: 'placeholder_misplaced', sent: '' });
    expect(await outcome(get(`/?path=${placeholder}`, 'Path: a'), withValue('a'))).toMatchObject({
      reason: 'placeholder_misplaced',
    });
  });

  test('of a secret for headers is refused', async () => {
    expect(await outcome(get(`/${placeholder}`), { secrets: [token] })).toEqual({
      reason: 'placeholder_misplaced',
      sent: '',
    });
    expect(value).not.toBe('');
  });
});
