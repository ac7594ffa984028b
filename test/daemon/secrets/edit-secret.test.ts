/** Changes of a secret without its value: description, hosts and the beginning of the placeholder. */
import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import {
  deleteSecret,
  editSecret,
  listSecrets,
  putSecret,
  type SecretPatch,
} from '../../../src-shared/contracts/secrets.contract.ts';
import { type ApiClient, asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { scriptEngine } from '../../support/engine/scripted-engine.ts';
import { expectAbsent } from '../../support/expect-absent.ts';

const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
const value = 'sentinel-of-an-edited-secret';
const hosts = [{ host: '*.example.com', in: ['authorization', 'query:key'] }];

async function userWith(body: object = {}): Promise<TestUser> {
  const user = await daemon().newUser();
  await user.client.call(putSecret, { params: { name: 'TOKEN' }, body: { value, description: 'first', ...body } });
  return user;
}

async function keyOf(user: TestUser, more: object): Promise<ApiClient> {
  const { apiKey } = await user.session.call(createApiKey, { body: { name: 'narrow', scopes: ['secrets'], ...more } });
  return user.client.with(asKey(apiKey));
}

const patch = (body: SecretPatch, headers: Record<string, string> = {}) => ({
  params: { name: 'TOKEN' },
  body,
  headers,
});
const stored = async (user: TestUser) => (await user.client.call(listSecrets)).secrets[0];
const edits = async (user: TestUser) =>
  (await user.client.call(listAuditLog)).logs.filter(({ action }) => action === 'secret.edit');

describe('an edit of a secret', () => {
  it('changes its description, keeps its value, and counts one version', async () => {
    const user = await userWith();
    const engine = scriptEngine(daemon().core.engine);
    const answer = await user.client.answer(editSecret, patch({ description: 'second' }));
    expect(answer.headers.etag).toBe('"2"');
    expect(answer.json).toMatchObject({ name: 'TOKEN', description: 'second', version: 2 });
    await user.client.call(execute, { body: { language: 'python', code: '' } });
    expect(engine.jobs.at(-1)?.env).toEqual({ TOKEN: value });
  });

  it('writes the names of the changed fields and the hosts into the audit log, and no other text', async () => {
    const user = await userWith();
    await user.session.call(editSecret, patch({ description: 'a sentinel description', hosts }));
    const [row] = await edits(user);
    expect(row).toMatchObject({
      resource_type: 'secret',
      resource_id: 'TOKEN',
      metadata: { name: 'TOKEN', version: 2, fields: ['description', 'hosts'], hosts, actor: { kind: 'session' } },
    });
    const { text } = await user.client.answer(listAuditLog);
    for (const absent of [value, 'a sentinel description']) expectAbsent(text, absent);
  });

  it('that changes nothing keeps the version and writes no row', async () => {
    const user = await userWith({ hosts });
    expect(await user.client.call(editSecret, patch({ description: 'first', hosts }))).toMatchObject({ version: 1 });
    expect(await edits(user)).toEqual([]);
  });

  it('binds a variable to hosts, changes the beginning of its placeholder, and makes it a variable again', async () => {
    const user = await userWith();
    const edit = (body: SecretPatch) => user.session.call(editSecret, patch(body));
    expect(await edit({ hosts, placeholderPrefix: 'sk-' })).toMatchObject({
      version: 2,
      hosts,
      placeholderPrefix: 'sk-',
    });
    const without = await edit({ placeholderPrefix: null });
    expect([without.hosts, without.placeholderPrefix]).toEqual([hosts, undefined]);
    expect((await edit({ hosts: [] })).hosts).toBeUndefined();
    expect(await stored(user)).toMatchObject({ version: 4, description: 'first' });
  });

  it('loses no concurrent change: the second of one version is refused', async () => {
    const user = await userWith();
    const mine = user.client.answer(editSecret, patch({ description: 'mine' }, { 'If-Match': '"1"' }));
    const theirs = user.session.answer(editSecret, patch({ description: 'theirs' }, { 'If-Match': '"1"' }));
    const answers = await Promise.all([mine, theirs]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const kept = answers[0]?.status === 200 ? 'mine' : 'theirs';
    expect(await stored(user)).toMatchObject({ version: 2, description: kept });
  });

  it.each([
    [{}, undefined],
    [{ description: 'x'.repeat(1001) }, 'description'],
    [{ placeholderPrefix: 'sk-' }, 'placeholderPrefix'],
    [{ hosts: [{ host: '*.com' }] }, 'hosts[0].host'],
    [{ hosts: [{ host: '127.0.0.1' }] }, 'hosts[0].host'],
    [{ value: 'another' } as SecretPatch, 'value'],
  ])('is refused with the field that is wrong: %j', async (body, path) => {
    const user = await userWith();
    const refusal = await user.client.refusal(editSecret, patch(body));
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_request' });
    if (path !== undefined) expect(refusal.details?.[0]?.path).toBe(path);
    expect(await stored(user)).toMatchObject({ version: 1, description: 'first' });
  });

  it('cannot add hosts to a value that no header can contain', async () => {
    const user = await userWith({ value: `${value}\nin two lines` });
    const refusal = await user.session.refusal(editSecret, patch({ hosts }));
    expect(refusal).toMatchObject({ code: 'invalid_request', details: [{ path: 'hosts' }] });
    expect(refusal.message).not.toContain(value);
    expect(await stored(user)).toMatchObject({ version: 1 });
  });

  it('of a secret that does not exist is refused, also for another account', async () => {
    const [owner, other] = [await userWith(), await daemon().newUser()];
    const absent = { status: 404, code: 'secret_not_found' };
    expect(await other.client.refusal(editSecret, patch({ description: 'theirs' }))).toMatchObject(absent);
    await owner.client.answer(deleteSecret, { params: { name: 'TOKEN' } });
    expect(await owner.client.refusal(editSecret, patch({ description: 'late' }))).toMatchObject(absent);
    const conditional = await owner.client.refusal(editSecret, patch({ description: 'late' }, { 'If-Match': '"1"' }));
    expect(conditional).toMatchObject({ status: 412, code: 'precondition_failed' });
  });
});

describe('an API key', () => {
  it.each([
    ['another host', [...hosts, { host: 'api.example.org' }]],
    ['a wider host', [{ host: '*.example.org', in: ['authorization'] }]],
    ['another place', [{ host: 'api.example.com', in: ['authorization', 'query:token'] }]],
    ['the usual headers', [{ host: 'api.example.com' }]],
    ['no host, so that programs get the value', []],
  ])('cannot give a secret %s without its value, and a session can', async (_, wider) => {
    const user = await userWith({ hosts });
    const refusal = await user.client.refusal(editSecret, patch({ hosts: wider }));
    expect(refusal).toMatchObject({ status: 403, code: 'forbidden', details: [{ path: 'hosts' }] });
    expect(await stored(user)).toMatchObject({ version: 1, hosts });
    expect(await user.session.call(editSecret, patch({ hosts: wider }))).toMatchObject({ version: 2 });
  });

  it('can remove hosts and places, and bind a variable', async () => {
    const user = await userWith();
    await user.client.call(editSecret, patch({ hosts }));
    const fewer = [{ host: 'api.example.com', in: ['authorization'] }];
    expect(await user.client.call(editSecret, patch({ hosts: fewer }))).toMatchObject({ version: 3, hosts: fewer });
  });

  it('without the scope, or limited to other secrets, is refused', async () => {
    const user = await userWith();
    for (const more of [{ scopes: ['execute'] }, { secretNames: ['OTHER'] }]) {
      const key = await keyOf(user, more);
      expect(await key.refusal(editSecret, patch({ description: 'theirs' }))).toMatchObject({ code: 'forbidden' });
    }
    const own = await keyOf(user, { secretNames: ['TOKEN'] });
    expect(await own.call(editSecret, patch({ description: 'own' }))).toMatchObject({ version: 2 });
  });
});
