/** An API key that arrives where a session token or a password belongs. */
import { describe, expect, it } from 'vitest';
import { login, refresh, verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey, revokeApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listSecrets } from '../../../src-shared/contracts/secrets.contract.ts';
import { asBearer, asKey, type Refusal } from '../../support/api-client.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();
const use = 'An API key needs no login and no refresh: send it in the x-api-key header of each request.';
const unknownKey = `srk_${'0'.repeat(17)}_${'0'.repeat(49)}`;

function expectHint(refusal: Refusal, code: string, path: string): void {
  expect(refusal).toMatchObject({ status: 401, code, message: expect.stringContaining(use), details: [{ path }] });
  expect(JSON.stringify(refusal)).not.toContain('srk_');
}

describe('an API key, valid or not, by mistake', () => {
  it('as the password or the e-mail of a login is named', async () => {
    const { apiKey, email } = await daemon().newUser();
    for (const key of [apiKey, unknownKey, ` ${apiKey}`]) {
      const asPassword = await daemon().client.refusal(login, { body: { email, password: key } });
      expectHint(asPassword, 'invalid_credentials', 'password');
    }
    const asEmail = await daemon().client.refusal(login, { body: { email: apiKey, password: 'anything' } });
    expectHint(asEmail, 'invalid_credentials', 'email');
    const other = await daemon().client.refusal(login, { body: { email, password: 'srk is not a key' } });
    expect(other).toMatchObject({ message: 'The e-mail or the password is wrong.', details: [] });
  });

  it('in the Authorization header is named, by refresh, verify and every other operation', async () => {
    const { apiKey } = await daemon().newUser();
    for (const authorization of [`Bearer ${apiKey}`, `Bearer ${unknownKey}`, apiKey, `ApiKey ${apiKey}`]) {
      const client = daemon().client.with({ authorization });
      for (const operation of [refresh, verify, listSecrets])
        expectHint(await client.refusal(operation), 'unauthorized', 'authorization');
    }
    const both = daemon().client.with({ ...asKey(unknownKey), ...asBearer(apiKey) });
    expectHint(await both.refusal(listSecrets), 'unauthorized', 'authorization');
    const valid = daemon().client.with({ ...asKey(apiKey), ...asBearer(apiKey) });
    expect(await valid.call(listSecrets)).toEqual({ secrets: [] });
  });

  it('in its own header is no session that refresh can replace, and refresh says what to send', async () => {
    const { apiKey } = await daemon().newUser();
    for (const client of [daemon().client.with(asKey(apiKey)), daemon().client]) {
      const refusal = await client.refusal(refresh);
      expect(refusal).toMatchObject({ status: 401, code: 'unauthorized', message: expect.stringContaining(use) });
      expect(refusal.message).toContain('Authorization: Bearer');
    }
  });

  it('as the token of verify is verified, and one that has ended is answered as every bad credential', async () => {
    const { session } = await daemon().newUser();
    const { apiKey, id } = await session.call(createApiKey, { body: { name: 'short', scopes: ['execute'] } });
    expect(await daemon().client.call(verify, { body: { token: apiKey } })).toMatchObject({ credential: 'apiKey' });
    await session.call(revokeApiKey, { params: { id } });
    const ended = await daemon().client.refusal(verify, { body: { token: apiKey } });
    expect(ended.message).toBe((await daemon().client.refusal(verify)).message);
  });
});
