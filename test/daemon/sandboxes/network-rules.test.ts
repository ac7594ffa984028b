/** Sandboxes with network rules: creation, record, decisions and end. A fake engine drives the hooks. */
import { beforeAll, expect, it } from 'vitest';
import type { EgressHooks } from '../../../src-daemon/egress/policy.ts';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import {
  decideSandboxConnection,
  readSandboxNetwork,
} from '../../../src-shared/contracts/sandboxes/sandbox-network.contract.ts';
import {
  createSandbox,
  deleteSandbox,
  readSandbox,
} from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import {
  hooksOf,
  networkEvent,
  policyOf,
  type ScriptedEngine,
  scriptEngine,
} from '../../support/engine/scripted-engine.ts';
import { readAuditLog } from '../../support/sandboxes/audit-rows.ts';

const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
const value = 'the-value-of-the-token';
const network = { allow: [{ host: 'api.example.com', secrets: ['TOKEN'] }], onBlocked: 'ask' };
let engine: ScriptedEngine;
let user: TestUser;

beforeAll(async () => {
  engine = scriptEngine(daemon().core.engine);
  user = await daemon().newUser();
  const settings = { network: { ceiling: [{ host: '*.example.com' }] }, sandboxes: { perAccount: 8 } };
  await user.client.call(updateSettings, { body: settings });
  const body = { value, hosts: [{ host: 'api.example.com' }] };
  await user.client.call(putSecret, { params: { name: 'TOKEN' }, body });
});

const create = (body: object = { network }) => user.client.call(createSandbox, { body });

async function openWithHooks() {
  const created = await create();
  const options = engine.opened.at(-1);
  if (options === undefined) throw new Error('no sandbox');
  const decisions: unknown[] = [];
  const hooks: EgressHooks = hooksOf({ network: options.networkHooks });
  hooks.onOpen?.({ decide: (target, isAllowed) => void decisions.push({ ...target, isAllowed }) });
  return { created, params: { id: created.id }, options, hooks, decisions };
}

it('show the rules as requested, and the engine gets values that the programs do not', async () => {
  const { created, params, options } = await openWithHooks();
  expect(created).toMatchObject({ network, secretNames: ['TOKEN'] });
  expect((await user.client.call(readSandbox, { params })).network).toEqual(network);
  const [secret] = policyOf(options).secrets;
  expect(secret).toMatchObject({ name: 'TOKEN', value });
  const [row] = await readAuditLog(user, 'sandbox.create');
  expect(row?.metadata).toMatchObject({ network: 'rules', networkRules: 1, secretsInjected: 1 });
  expect(JSON.stringify(row)).not.toContain('example.com');
  await user.client.call(deleteSandbox, { params });
});

it('record their network while they live, and sum it up at their end', async () => {
  const { params, hooks, created } = await openWithHooks();
  hooks.onEvent(networkEvent({ phase: 'open' }));
  hooks.onSecretUse('api.example.com', 'TOKEN');
  hooks.onEvent(networkEvent({ phase: 'request', method: 'GET', status: 200, secrets: ['TOKEN'] }));
  hooks.onRequest({
    host: 'api.example.com',
    port: 443,
    method: 'GET',
    path: `/a/${value}?b`,
    status: 200,
    secrets: [],
  });
  hooks.onEvent(networkEvent({ id: 2, phase: 'blocked', host: 'x.test', rule: null, reason: 'denied' }));
  const report = await user.client.call(readSandboxNetwork, { params });
  expect(report.totals).toMatchObject([
    { host: 'api.example.com', methods: { GET: 1 } },
    { host: 'x.test', blocked: 1 },
  ]);
  // A guess in a path is shown like any other text.
  expect(report.requests).toMatchObject([{ path: `/a/${value}` }]);
  await user.client.call(deleteSandbox, { params });
  const sandboxId = created.id;
  const last = async (action: string) => (await readAuditLog(user, action))[0];
  const used = { sandboxId, host: 'api.example.com', secret: 'TOKEN' };
  expect((await last('network.secret_used'))?.metadata).toEqual({
    ...used,
    actor: { kind: 'apiKey', id: expect.any(String) },
  });
  expect((await last('network.blocked'))?.metadata).toMatchObject({ sandboxId, host: 'x.test', reason: 'denied' });
  expect(await last('network.summary')).toMatchObject({ resource_id: sandboxId, metadata: { totals: report.totals } });
  expect(() => hooks.onSecretUse('api.example.com', 'TOKEN')).toThrow('has ended');
  expect((await user.client.refusal(readSandboxNetwork, { params })).code).toBe('sandbox_ended');
});

it('take decisions within the ceiling', async () => {
  const { params, hooks, decisions } = await openWithHooks();
  hooks.onEvent(networkEvent({ phase: 'held', host: 'new.example.com', rule: null }));
  const decide = (host: string, decision = 'allow') => ({ params, body: { host, port: 443, decision } });
  expect((await user.client.refusal(decideSandboxConnection, decide('x.test'))).code).toBe('network_not_allowed');
  expect(await user.client.call(decideSandboxConnection, decide('new.example.com'))).toEqual({ decided: 1 });
  expect(await user.client.call(decideSandboxConnection, decide('x.test', 'deny'))).toEqual({ decided: 0 });
  expect(decisions).toEqual([
    { host: 'new.example.com', port: 443, isAllowed: true },
    { host: 'x.test', port: 443, isAllowed: false },
  ]);
  const [row] = await readAuditLog(user, 'network.decided');
  expect(row?.metadata).toMatchObject({ sandboxId: params.id, host: 'x.test', decision: 'deny' });
  await user.client.call(deleteSandbox, { params });
  expect((await user.client.refusal(decideSandboxConnection, decide('x.test'))).code).toBe('sandbox_ended');
});

it('take decisions of the key that created them within its hosts', async () => {
  const rights = { name: 'k', scopes: ['execute'], networkHosts: ['api.example.com'] };
  const { apiKey } = await user.session.call(createApiKey, { body: rights });
  const narrow = user.client.with(asKey(apiKey));
  const own = { allow: [{ host: 'api.example.com' }], onBlocked: 'ask' };
  const { id } = await narrow.call(createSandbox, { body: { network: own } });
  const decide = (host: string) => ({ params: { id }, body: { host, port: 443, decision: 'allow' } });
  expect((await narrow.refusal(decideSandboxConnection, decide('new.example.com'))).code).toBe('network_not_allowed');
  expect(await narrow.call(decideSandboxConnection, decide('api.example.com'))).toEqual({ decided: 0 });
  await user.client.call(deleteSandbox, { params: { id } });
});

it('do not exist for a credential that may not use their secrets', async () => {
  const { params } = await openWithHooks();
  const { apiKey } = await user.session.call(createApiKey, { body: { name: 'k', scopes: ['execute'] } });
  const narrow = user.client.with(asKey(apiKey));
  const body = { host: 'api.example.com', port: 443, decision: 'allow' };
  expect((await narrow.refusal(readSandboxNetwork, { params })).code).toBe('sandbox_not_found');
  expect((await narrow.refusal(decideSandboxConnection, { params, body })).code).toBe('sandbox_not_found');
  await user.client.call(deleteSandbox, { params });
});

it('without rules have an empty report, and take no decision', async () => {
  const { id } = await create({});
  expect(engine.opened.at(-1)?.networkHooks).toBeUndefined();
  const params = { id };
  expect(await user.client.call(readSandboxNetwork, { params })).toMatchObject({ totals: [], requests: [] });
  const body = { host: 'api.example.com', port: 443, decision: 'allow' };
  expect(await user.client.call(decideSandboxConnection, { params, body })).toEqual({ decided: 0 });
  await user.client.call(deleteSandbox, { params });
});

it.each([
  [{ network: { allow: [{ host: 'evil.test' }] } }, 'network_not_allowed'],
  [{ network: { allow: [{ host: 'b.example.com', secrets: ['TOKEN'] }] } }, 'secret_not_bound'],
  [{ secrets: ['TOKEN'] }, 'secret_proxy_only'],
  [{ network: { allow: [{ host: 'a.example.com', address: '10.0.0.1' }] } }, 'forbidden'],
])('are refused: %j', async (body, code) => {
  expect((await user.client.refusal(createSandbox, { body })).code).toBe(code);
});
