/** The networks that the settings and the credential allow. A fake engine receives the jobs. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApiKey, listApiKeys } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { execute } from '../../../../src-shared/contracts/executions.contract.ts';
import { readSettings, updateSettings } from '../../../../src-shared/contracts/settings.contract.ts';
import { asKey } from '../../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { policyOf, type ScriptedEngine, scriptEngine } from '../../../support/engine/scripted-engine.ts';
import { readAuditLog } from '../../../support/sandboxes/audit-rows.ts';

const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
let engine: ScriptedEngine;
let user: TestUser;

beforeAll(async () => {
  engine = scriptEngine(daemon().core.engine);
  user = await daemon().newUser();
  const ceiling = [
    { host: '*.example.com' },
    { host: 'db.test', ports: [5432, 5433], protocols: ['tcp'] },
    { host: 'plain.test', protocols: ['http', 'tls'] },
  ];
  await user.client.call(updateSettings, { body: { network: { ceiling } } });
});

const body = (network: unknown) => ({ body: { language: 'python', code: '', network } });
const allow = (...rules: object[]) => ({ allow: rules });

async function keyOf(more: object) {
  const made = { name: 'k', scopes: ['execute', 'admin'], ...more };
  const { apiKey } = await user.session.call(createApiKey, { body: made });
  return user.client.with(asKey(apiKey));
}

describe('rules', () => {
  it.each([
    [allow()],
    [allow({ host: 'a.example.com' }, { host: '*.b.example.com', ports: [8443], methods: ['GET'] })],
    [allow({ host: '*.example.com' })],
    [allow({ host: 'db.test', protocol: 'tcp', ports: [5432] })],
    [allow({ host: 'plain.test', protocol: 'http' }, { host: 'plain.test' })],
    [{ ...allow(), onBlocked: 'ask' }],
  ])('within the ceiling are accepted: %j', async (network) => {
    await user.client.call(execute, body(network));
    const job = engine.jobs.at(-1);
    if (job === undefined) throw new Error('no job');
    expect(policyOf(job).rules.map(({ host }) => host)).toEqual(
      network.allow.map((rule) => (rule as { host: string }).host),
    );
  });

  it.each([
    [allow({ host: 'example.com' }), 0],
    [allow({ host: 'a.example.com' }, { host: 'evil.test' }), 1],
    [allow({ host: 'db.test' }), 0],
    [allow({ host: 'db.test', protocol: 'tcp', ports: [5432, 22] }), 0],
    [allow({ host: 'plain.test', protocol: 'tcp', ports: [443] }), 0],
    [allow({ host: '*.test' }), 0],
  ])('beyond the ceiling are refused: %j', async (network, index) => {
    const refusal = await user.client.refusal(execute, body(network));
    expect(refusal).toMatchObject({ status: 403, code: 'network_not_allowed' });
    expect(refusal.details).toMatchObject([{ path: `network.allow[${index}].host` }]);
    expect(refusal.message).toContain('network.ceiling');
    expect(refusal.message).toContain((network.allow[index] as { host: string }).host);
  });

  it('with an address need a session', async () => {
    const network = allow({ host: 'a.example.com', address: '10.0.0.1' });
    const refusal = await user.client.refusal(execute, body(network));
    expect(refusal).toMatchObject({ code: 'forbidden', details: [{ path: 'network.allow[0].address' }] });
    await user.session.call(execute, body(network));
    expect(engine.jobs.at(-1)?.network).toMatchObject({ rules: [{ address: '10.0.0.1' }] });
  });

  it('of a new account are all refused, and the whole network as well', async () => {
    const fresh = await daemon().newUser();
    expect((await fresh.client.refusal(execute, body(allow({ host: 'a.test' })))).code).toBe('network_not_allowed');
    expect((await fresh.client.refusal(execute, body('full'))).message).toContain('network.allowed');
  });
});

describe('the ceiling', () => {
  it('is part of the settings, stored and recorded', async () => {
    const fresh = await daemon().newUser();
    expect((await fresh.client.call(readSettings)).network).toEqual({ allowed: false, ceiling: [], proxy: null });
    await fresh.client.call(updateSettings, { body: { network: { ceiling: [{ host: '*' }] } } });
    await fresh.client.call(updateSettings, { body: { network: { allowed: true } } });
    const { network } = await fresh.client.call(readSettings);
    expect(network).toEqual({ allowed: true, ceiling: [{ host: '*' }], proxy: null });
    const fields = (await readAuditLog(fresh, 'settings.update')).map(({ metadata }) => metadata.fields);
    expect(fields).toEqual([['network.allowed'], ['network.ceiling']]);
    const refused = await fresh.client.refusal(updateSettings, {
      body: { network: { ceiling: [{ host: '10.0.0.1' }] } },
    });
    expect(refused.code).toBe('invalid_request');
  });

  it('is empty in settings that an older daemon stored', async () => {
    const fresh = await daemon().newUser();
    daemon().core.database.transaction((db) =>
      db.run('INSERT INTO account_settings (account_id, document, updated_at) VALUES (?, ?, 0)', [
        fresh.id,
        '{"network":{"allowed":true},"autoLockMinutes":5}',
      ]),
    );
    const { network, autoLockMinutes } = await fresh.client.call(readSettings);
    expect([network, autoLockMinutes]).toEqual([{ allowed: true, ceiling: [], proxy: null }, 5]);
  });
});

describe('the proxy of the settings', () => {
  const proxy = 'http://proxy.example.com:3128';
  const change = (value: string | null) => ({ body: { network: { proxy: value } } });

  it('reaches the engine with the rules of a run', async () => {
    const fresh = await daemon().newUser();
    await fresh.session.call(updateSettings, { body: { network: { ceiling: [{ host: '*' }], proxy } } });
    await fresh.client.call(execute, body(allow({ host: 'a.test' })));
    expect(engine.jobs.at(-1)?.network).toMatchObject({ proxy });
    await fresh.session.call(updateSettings, change(null));
    await fresh.client.call(execute, body(allow({ host: 'a.test' })));
    expect(engine.jobs.at(-1)?.network).not.toHaveProperty('proxy');
  });

  it('is changed by a session alone, and kept by a key that sends it back', async () => {
    const fresh = await daemon().newUser();
    expect(await fresh.client.refusal(updateSettings, change(proxy))).toMatchObject({
      code: 'forbidden',
      details: [{ path: 'network.proxy' }],
    });
    await fresh.session.call(updateSettings, change(proxy));
    expect((await fresh.client.call(updateSettings, change(proxy))).network.proxy).toBe(proxy);
    expect((await fresh.client.refusal(updateSettings, change(null))).code).toBe('forbidden');
    const fields = (await readAuditLog(fresh, 'settings.update')).map(({ metadata }) => metadata.fields);
    expect(fields[0]).toEqual(['network.proxy']);
  });

  it.each([
    ['https://proxy.example.com:3128'],
    ['proxy.example.com:3128'],
    ['socks5://proxy.example.com'],
    ['http://user:password@proxy.example.com:3128'],
    ['http://proxy.example.com:3128/path'],
    ['http://proxy.example.com:3128?query'],
    ['http://proxy.example.com:99999'],
    ['http://proxy.example.com\r\nX-Evil: 1'],
    [''],
  ])('cannot be %j', async (value) => {
    const refused = await user.session.refusal(updateSettings, change(value));
    expect(refused).toMatchObject({ code: 'invalid_request', details: [{ path: 'network.proxy' }] });
    expect(JSON.stringify(refused)).not.toContain('password@');
  });
});

describe('a key with networkHosts', () => {
  it('allows only these, and not the whole network', async () => {
    const narrow = await keyOf({ networkHosts: ['*.b.example.com', 'outside.test'] });
    await narrow.call(execute, body(allow({ host: 'a.b.example.com' })));
    for (const host of ['a.example.com', '*.example.com']) {
      const refusal = await narrow.refusal(execute, body(allow({ host })));
      expect(refusal).toMatchObject({ code: 'network_not_allowed', message: expect.stringContaining('outside.test') });
    }
    expect((await narrow.refusal(execute, body(allow({ host: 'outside.test' })))).message).toContain('network.ceiling');
    await user.client.call(updateSettings, { body: { network: { allowed: true } } });
    expect(await narrow.refusal(execute, body('full'))).toMatchObject({
      code: 'network_not_allowed',
      message: expect.stringContaining('restricted to some hosts'),
    });
    await user.client.call(execute, body('full'));
  });

  it('shows them in the list, and makes no key that can do more', async () => {
    const narrow = await keyOf({ networkHosts: ['*.b.example.com'] });
    const create = (more: object) => ({ body: { name: 'child', scopes: ['execute'], ...more } });
    for (const networkHosts of [undefined, ['*'], ['*.example.com'], ['a.b.example.com', 'c.test']])
      expect(await narrow.refusal(createApiKey, create({ networkHosts }))).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('*.b.example.com'),
      });
    const child = await narrow.call(createApiKey, create({ networkHosts: ['a.b.example.com'] }));
    expect(child.networkHosts).toEqual(['a.b.example.com']);
    await narrow.call(createApiKey, create({ networkHosts: [] }));
    const { apiKeys } = await user.client.call(listApiKeys);
    expect(apiKeys.find(({ id }) => id === child.id)?.networkHosts).toEqual(['a.b.example.com']);
    expect((await user.session.refusal(createApiKey, create({ networkHosts: ['1.2.3.4'] }))).code).toBe(
      'invalid_request',
    );
  });

  it('is refused if its hosts were changed in the database', async () => {
    const narrow = await keyOf({ networkHosts: ['a.example.com'] });
    await narrow.call(listApiKeys);
    daemon().core.database.transaction((db) =>
      db.run('UPDATE api_keys SET network_hosts = NULL WHERE network_hosts = \'["a.example.com"]\''),
    );
    expect((await narrow.refusal(listApiKeys)).code).toBe('item_rolled_back');
  });
});

describe('the certificates of the settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ca-'));
  const certificate = rootCertificates[0] ?? '';

  it('reach the engine, without the rest of the file', async () => {
    const path = join(folder, 'bundle.pem');
    writeFileSync(
      path,
      `private notes\n${certificate}\n-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n`,
    );
    await user.session.call(updateSettings, { body: { installer: { caBundlePath: path } } });
    await user.client.call(execute, body(allow()));
    expect(engine.jobs.at(-1)?.network).toMatchObject({ extraCa: `${certificate}\n` });
  });

  it.each([
    ['missing.pem', undefined],
    ['empty.pem', 'no certificate'],
  ])('are required if they are set: %s', async (name, content) => {
    const path = join(folder, name);
    if (content !== undefined) writeFileSync(path, content);
    await user.session.call(updateSettings, { body: { installer: { caBundlePath: path } } });
    expect(await user.client.refusal(execute, body(allow()))).toMatchObject({
      status: 503,
      code: 'egress_unavailable',
    });
    await user.client.call(execute, body('none'));
    await user.session.call(updateSettings, { body: { installer: { caBundlePath: null } } });
  });
});
