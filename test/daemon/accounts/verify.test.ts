/** `POST /api/v1/auth/verify`, and requests with two credentials. */
import { describe, expect, it } from 'vitest';
import { logout, verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey, listApiKeys } from '../../../src-shared/contracts/api-keys.contract.ts';
import { readPackageEvents } from '../../../src-shared/contracts/packages.contract.ts';
import { asBearer, asKey } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { connectAgent } from '../mcp/agent.ts';

const daemon = testDaemonOfFile();
const badKey = `srk_${'0'.repeat(17)}_${'0'.repeat(49)}`;

describe('the token of the body', () => {
  it('alone suffices: a session token or an API key', async () => {
    const { id, token, apiKey } = await daemon().newUser();
    expect(await daemon().client.call(verify, { body: { token } })).toMatchObject({
      valid: true,
      user: { id },
      credential: 'session',
      expiresAt: expect.any(String),
    });
    expect(await daemon().client.call(verify, { body: { token: apiKey } })).toMatchObject({
      user: { id },
      credential: 'apiKey',
      expiresAt: null,
    });
  });

  it('is checked instead of the headers, valid or not', async () => {
    const [user, other] = [await daemon().newUser(), await daemon().newUser()];
    const body = { token: user.token };
    for (const credential of [asKey(other.apiKey), asKey('srk_x'), asBearer(other.token)])
      expect(await daemon().client.with(credential).call(verify, { body })).toMatchObject({ user: { id: user.id } });
    for (const token of ['', 'x', badKey, ` ${user.token}`, `${user.token}\n`, `Bearer ${user.token}`])
      expect(await user.client.refusal(verify, { body: { token } }), token).toMatchObject({ code: 'unauthorized' });
  });

  it('that has ended is 401 with the words of every bad credential', async () => {
    const user = await daemon().newUser();
    await user.session.answer(logout);
    const refused = await daemon().client.refusal(verify, { body: { token: user.token } });
    expect(refused.message).toBe((await daemon().client.refusal(verify)).message);
    expect(refused.headers['www-authenticate']).toBe('Bearer');
  });

  it('is the only field, and text', async () => {
    const { token, client } = await daemon().newUser();
    for (const [body, path] of [
      [{ token, more: 1 }, 'more'],
      [{ apiKey: 'x' }, 'apiKey'],
      [{ token: 5 }, 'token'],
      [{ token: null }, 'token'],
      [[token], ''],
    ] as const)
      for (const sender of [client, daemon().client])
        expect(await sender.refusal(verify, { body }), path).toMatchObject({
          code: 'invalid_request',
          details: [{ path }],
        });
  });
});

describe('a request without a body, or with an empty one', () => {
  it('checks the credential of its headers', async () => {
    const { id, client } = await daemon().newUser();
    for (const input of [{}, { body: {} }]) {
      expect(await client.call(verify, input)).toMatchObject({ user: { id }, credential: 'apiKey' });
      expect(await daemon().client.refusal(verify, input)).toMatchObject({ code: 'unauthorized' });
    }
  });
});

describe('of two credentials in one request', () => {
  it('one good one suffices, whichever it is', async () => {
    const { id, token, apiKey, session } = await daemon().newUser();
    const pairs = [
      { ...asKey(apiKey), ...asBearer('x') },
      { ...asKey(apiKey), authorization: 'Basic eDp5' },
      { ...asKey('srk_x'), ...asBearer(token) },
      { ...asKey(''), ...asBearer(token) },
      { ...asKey(badKey), ...asBearer(token) },
    ];
    for (const pair of pairs) expect(await session.with(pair).call(verify)).toMatchObject({ user: { id } });
  });

  it('of one account, either gives its rights', async () => {
    const { token, session } = await daemon().newUser();
    const { apiKey } = await session.call(createApiKey, { body: { name: 'narrow', scopes: ['audit'] } });
    const both = session.with({ ...asKey(apiKey), ...asBearer(token) });
    expect((await both.call(listApiKeys)).apiKeys).toHaveLength(2);
    expect((await both.answer(logout)).status).toBe(200);
    expect(await both.refusal(listApiKeys)).toMatchObject({ code: 'forbidden' });
  });

  it('two good ones of different accounts are 401 everywhere: operations, event streams, agents', async () => {
    const [one, other] = [await daemon().newUser(), await daemon().newUser()];
    const both = { ...asKey(one.apiKey), ...asBearer(other.token) };
    for (const spec of [verify, listApiKeys, readPackageEvents]) {
      const refused = await one.client.with(both).refusal(spec);
      expect(refused, spec.path).toMatchObject({
        code: 'unauthorized',
        message: expect.stringContaining('different accounts'),
      });
    }
    const agent = connectAgent(daemon().url, one, { headers: asBearer(other.token) });
    await expect(agent).rejects.toThrow('different accounts');
  });

  it('two bad ones are 401', async () => {
    const both = { ...asKey(badKey), ...asBearer('x') };
    expect(await daemon().client.with(both).refusal(verify)).toMatchObject({ code: 'unauthorized' });
  });
});
