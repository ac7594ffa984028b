/** Values of secrets for a program of this machine: what each request needs, and what it leaves in the audit log. */
import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { releaseSecretValues } from '../../../src-shared/contracts/secret-values.contract.ts';
import { listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { readSettings, updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { asBearer, asKey, readRefusal, sendingOf } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { expectAbsent } from '../../support/expect-absent.ts';
import { send } from '../../support/network/http-send.ts';

const daemon = testDaemonOfFile();
const value = 'released-value-4711';
let user: TestUser;

beforeAll(async () => {
  user = await daemon().newUser();
  await store('TOKEN', { value });
  await store('OTHER', { value: 'another-value-4712' });
  await store('BOUND', { value: 'bound-value-4713', hosts: [{ host: 'api.example.com' }] });
});

const store = (name: string, body: object) => user.client.call(putSecret, { params: { name }, body });
const setRelease = (release: boolean) => user.session.call(updateSettings, { body: { secrets: { release } } });

interface Asking {
  names?: string[];
  password?: string;
  headers?: Record<string, string>;
  isAtPort?: boolean;
}

/** Asks over the socket, with the session. */
function ask({ names = ['TOKEN'], password = user.password, headers = {}, isAtPort = false }: Asking = {}) {
  const { url } = daemon();
  const credential = { ...asBearer(user.token), ...headers };
  const sending = sendingOf(releaseSecretValues, { body: { names, password } }, credential);
  return send(isAtPort ? url : { url, socketPath: daemon().daemon.socketPath }, sending);
}

const refusal = async (asking: Asking) => readRefusal(await ask(asking));
const released = async () =>
  (await user.client.call(listAuditLog)).logs.filter(({ action }) => action === 'secret.release');

describe('values of secrets for a program of this machine', () => {
  it('are off until a session turns them on', async () => {
    expect((await user.client.call(readSettings)).secrets).toEqual({ release: false });
    expect(await refusal({})).toMatchObject({
      code: 'secret_release_off',
      message: expect.stringContaining('strongroom secrets release on'),
    });
    const body = { secrets: { release: true } };
    expect(await user.client.refusal(updateSettings, { body })).toMatchObject({
      code: 'forbidden',
      details: [{ path: 'secrets.release' }],
    });
    expect((await setRelease(true)).secrets).toEqual({ release: true });
    // Turning it off needs less than turning it on.
    const off = await user.client.call(updateSettings, { body: { secrets: { release: false } } });
    expect(off.secrets).toEqual({ release: false });
    await setRelease(true);
  });

  it('are given to a session with the password, over the socket, and the audit log has the names', async () => {
    await setRelease(true);
    const answer = await ask({ names: ['TOKEN', 'OTHER'] });
    expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expect(answer.json).toEqual({
      secrets: [
        { name: 'TOKEN', value },
        { name: 'OTHER', value: 'another-value-4712' },
      ],
    });
    const [entry] = await released();
    expect(entry?.metadata).toMatchObject({ names: ['TOKEN', 'OTHER'], actor: { kind: 'session' } });
    const { secrets } = await user.client.call(listSecrets);
    expect(secrets.find(({ name }) => name === 'TOKEN')?.lastUsedAt).not.toBeNull();
    expectAbsent(await daemon().readLog(), value);
    expectAbsent(JSON.stringify(await user.client.call(listAuditLog)), value);
  });

  it('are refused to everyone and everything else', async () => {
    await setRelease(true);
    const before = (await released()).length;
    const forbidden: Asking[] = [
      { headers: { ...asKey(user.apiKey), authorization: '' } },
      { isAtPort: true },
      { headers: { origin: daemon().url } },
      { headers: { 'sec-fetch-site': 'same-origin' } },
    ];
    for (const asking of forbidden) expect(await refusal(asking)).toMatchObject({ code: 'forbidden' });
    expect(await refusal({ password: 'not the password' })).toMatchObject({ code: 'invalid_credentials' });
    expect(await refusal({ names: ['TOKEN', 'BOUND'] })).toMatchObject({
      code: 'secret_proxy_only',
      message: expect.stringContaining('The secret BOUND is only sent to its hosts (api.example.com)'),
    });
    expect(await refusal({ names: ['TOKEN', 'NONE'] })).toMatchObject({ code: 'unknown_secret' });
    expect(await refusal({ names: ['TOKEN', 'TOKEN'] })).toMatchObject({ code: 'invalid_request' });
    expect(await released()).toHaveLength(before);
  });

  it('that are refused for another reason use up no attempt at the password', async () => {
    await setRelease(true);
    for (let attempt = 0; attempt < 8; attempt++)
      expect(await refusal({ names: ['NONE'], password: 'wrong' })).toMatchObject({ code: 'unknown_secret' });
    expect((await ask()).status).toBe(200);
  });
});
