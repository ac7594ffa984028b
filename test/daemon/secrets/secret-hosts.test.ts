/** Secrets with hosts: stored, listed, and granted to runs only by network rules. A fake engine receives the jobs. */
import { beforeAll, describe, expect, it } from 'vitest';
import { secretState } from '../../../src-daemon/secrets/secret-items.ts';
import { findSecret } from '../../../src-daemon/secrets/secrets.store.ts';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { deleteSecret, listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { policyOf, type ScriptedEngine, scriptEngine } from '../../support/engine/scripted-engine.ts';

const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
const hosts = [{ host: 'api.example.com', in: ['x-token'] }, { host: '*.pages.example.com' }];
let engine: ScriptedEngine;
let user: TestUser;

beforeAll(async () => {
  engine = scriptEngine(daemon().core.engine);
  user = await daemon().newUser();
  await user.client.call(updateSettings, { body: { network: { allowed: true, ceiling: [{ host: '*' }] } } });
  await put('BOUND', { hosts });
  await put('BOUND_TOO', { hosts: [{ host: 'api.example.com' }], placeholderPrefix: 'sk-live-' });
  await put('PLAIN', {});
});

const put = (name: string, more: object) =>
  user.client.call(putSecret, { params: { name }, body: { value: `value of ${name}`, ...more } });
const refusePut = (body: object) => user.client.refusal(putSecret, { params: { name: 'REFUSED' }, body });
const stored = async (name: string) => (await user.client.call(listSecrets)).secrets.find((one) => one.name === name);
const body = (more: object) => ({ body: { language: 'python', code: '', ...more } });
const allow = (...rules: object[]) => ({ network: { allow: rules } });

async function run(more: object) {
  await user.client.call(execute, body(more));
  const job = engine.jobs.at(-1);
  if (job === undefined) throw new Error('no job');
  return job;
}

describe('the hosts of a secret', () => {
  it('are listed, kept by an update without them, and removed by an empty list', async () => {
    expect(await put('CHANGED', { hosts, placeholderPrefix: 'sk-' })).toMatchObject({
      hosts,
      placeholderPrefix: 'sk-',
    });
    expect(await put('CHANGED', {})).toMatchObject({ version: 2, hosts, placeholderPrefix: 'sk-' });
    expect(await stored('CHANGED')).toMatchObject({ hosts, placeholderPrefix: 'sk-' });
    const removed = await put('CHANGED', { hosts: [] });
    expect([removed.hosts, removed.placeholderPrefix]).toEqual([undefined, undefined]);
    const { env } = await run({ secrets: ['CHANGED'] });
    expect(env).toEqual({ CHANGED: 'value of CHANGED' });
  });

  it('make a value of less than 16 bytes guessable, which the answer and the list say', async () => {
    const short = 'fifteen-bytes-x';
    expect(await put('SHORT', { value: short })).not.toHaveProperty('guessable');
    expect(await put('SHORT', { value: short, hosts })).toMatchObject({ guessable: true });
    expect(await stored('SHORT')).toMatchObject({ guessable: true });
    expect(await put('SHORT', { value: `${short}y` })).not.toHaveProperty('guessable');
    expect(await stored('SHORT')).not.toHaveProperty('guessable');
    await user.client.call(deleteSecret, { params: { name: 'SHORT' } });
  });

  it.each([
    [{ host: '*.com' }, 'com'],
    [{ host: '*.co.uk' }, 'co.uk'],
    [{ host: '*.github.io' }, 'github.io'],
  ])('are no wildcard of a public suffix: %j', async (host, suffix) => {
    const refusal = await refusePut({ value: 'v', hosts: [hosts[0], host] });
    expect(refusal).toMatchObject({ code: 'invalid_request', details: [{ path: 'hosts[1].host' }] });
    expect(refusal.message).toContain(`*.example.${suffix}`);
  });

  it('can be a host that is a public suffix, and a wildcard below one', async () => {
    await put('PAGES', { hosts: [{ host: 'github.io' }, { host: '*.me.github.io' }] });
  });

  it.each(['a\nb', 'a\rb', 'a\0b'])('refuse a value that no header can contain: %j', async (value) => {
    const refusal = await refusePut({ value, hosts });
    expect(refusal).toMatchObject({ code: 'invalid_request', details: [{ path: 'value' }] });
    await put('LATER', { hosts });
    const later = await user.client.refusal(putSecret, { params: { name: 'LATER' }, body: { value } });
    expect(later.details).toMatchObject([{ path: 'value' }]);
    expect(await stored('REFUSED')).toBeUndefined();
  });

  it.each([
    [{ hosts: [{ host: '127.0.0.1' }] }],
    [{ hosts: [{ host: 'API.example.com' }] }],
    [{ hosts: [{ host: 'a.test', in: ['host'] }] }],
    [{ hosts: [{ host: 'a.test', in: ['*'.repeat(65)] }] }],
    [{ placeholderPrefix: 'has blank', hosts }],
    [{ placeholderPrefix: 'sk-' }],
  ])('are refused: %j', async (more) => {
    expect((await refusePut({ value: 'v', ...more })).code).toBe('invalid_request');
  });

  it('are part of the digest of the secret only if they are set', () => {
    const rowOf = (name: string) => {
      const row = findSecret(daemon().core.database.read, user.id, name);
      if (row === undefined) throw new Error('no secret');
      return row;
    };
    const digest = (row: Parameters<typeof secretState>[0]) => Buffer.from(secretState(row).digest).toString('hex');
    const bound = rowOf('BOUND_TOO');
    const others = [{}, { hosts: null }, { placeholderPrefix: null }, { hosts: null, placeholderPrefix: null }];
    expect(new Set(others.map((other) => digest({ ...bound, ...other }))).size).toBe(4);
    const { hosts: _, placeholderPrefix: __, ...old } = rowOf('PLAIN');
    expect(digest({ ...old, hosts: null, placeholderPrefix: null })).toBe(digest(rowOf('PLAIN')));
  });
});

describe('a run without rules', () => {
  it('never gets a secret with hosts', async () => {
    const { env, network } = await run({});
    expect(Object.keys(env)).toContain('PLAIN');
    expect(Object.keys(env).filter((name) => name.startsWith('BOUND'))).toEqual([]);
    expect(network).toBe('none');
    for (const more of [{}, { network: 'full' }]) {
      const refusal = await user.client.refusal(execute, body({ secrets: ['PLAIN', 'BOUND'], ...more }));
      expect(refusal).toMatchObject({ status: 422, code: 'secret_proxy_only', details: [{ path: 'secrets' }] });
    }
  });
});

describe('a run with rules', () => {
  const rule = { host: 'api.example.com', secrets: ['BOUND'] };

  it('gets a placeholder of each secret that a rule names, and the others by name only', async () => {
    const second = { host: 'a.pages.example.com', secrets: ['BOUND'] };
    const job = await run({ ...allow(rule, second, { host: 'api.example.com', secrets: ['BOUND_TOO'] }) });
    expect(job.env).toEqual({
      BOUND: expect.stringMatching(/^srph_BOUND_[0-9A-Za-z]{22}$/),
      BOUND_TOO: expect.stringMatching(/^sk-live-[0-9A-Za-z]{22}$/),
    });
    expect(job.secretNames).toEqual(['BOUND', 'BOUND_TOO']);
    const [bound] = policyOf(job).secrets;
    expect(bound?.locations).toMatchObject([
      { host: 'api.example.com', in: ['x-token'] },
      { host: '*.pages.example.com' },
    ]);
    expect(bound?.locations[1]?.in).toContain('authorization');
    const more = await run({ secrets: ['PLAIN', 'BOUND'], ...allow(rule) });
    expect(Object.keys(more.env).toSorted()).toEqual(['BOUND', 'PLAIN']);
  });

  it.each([
    [{ secrets: 'all', ...allow(rule) }, 'secrets_must_be_named', undefined],
    [{ secrets: 'all', ...allow() }, 'secrets_must_be_named', undefined],
    [allow({ host: 'api.example.com', secrets: ['PLAIN'] }), 'secret_not_bound', 'network.allow[0].secrets'],
    [allow(rule, { host: 'other.test', secrets: ['BOUND'] }), 'secret_not_bound', 'network.allow[1].secrets'],
    [allow({ host: 'pages.example.com', secrets: ['BOUND'] }), 'secret_not_bound', 'network.allow[0].secrets'],
    [allow({ host: '*.example.com', secrets: ['BOUND'] }), 'secret_not_bound', 'network.allow[0].secrets'],
    [{ secrets: ['BOUND_TOO'], ...allow(rule) }, 'secret_not_bound', 'secrets'],
    [allow({ host: 'api.example.com', secrets: ['MISSING'] }), 'unknown_secret', 'network.allow[0].secrets'],
    [{ env: { BOUND: 'own' }, ...allow(rule) }, 'invalid_request', 'env.BOUND'],
  ])('is refused: %j', async (more, code, path) => {
    const refusal = await user.client.refusal(execute, body(more));
    expect(refusal).toMatchObject({ code, ...(path !== undefined && { details: [{ path }] }) });
    expect(refusal.message).not.toContain('value of');
  });

  it('needs the same rights for its secrets as any other', async () => {
    const keyOf = async (rights: object) => {
      const { apiKey } = await user.session.call(createApiKey, { body: { name: 'k', scopes: ['execute'], ...rights } });
      return user.client.with(asKey(apiKey));
    };
    for (const rights of [{}, { secretNames: ['PLAIN'] }])
      expect((await (await keyOf(rights)).refusal(execute, body(allow(rule)))).code).toBe('forbidden');
    await (await keyOf({ secretNames: ['BOUND'] })).call(execute, body(allow(rule)));
    expect(Object.keys(engine.jobs.at(-1)?.env ?? {})).toEqual(['BOUND']);
  });
});
