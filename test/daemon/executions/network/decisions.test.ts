/** Decisions about held connections of a run. A fake engine drives the hooks. */
import { beforeAll, expect, it } from 'vitest';
import { createApiKey } from '../../../../src-shared/contracts/api-keys.contract.ts';
import {
  decideConnection,
  execute,
  readExecutionNetwork,
} from '../../../../src-shared/contracts/executions.contract.ts';
import { updateSettings } from '../../../../src-shared/contracts/settings.contract.ts';
import { type ApiClient, asKey } from '../../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { networkEvent, type ScriptedEngine, scriptEngine } from '../../../support/engine/scripted-engine.ts';
import { readAuditLog } from '../../../support/sandboxes/audit-rows.ts';

const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
let engine: ScriptedEngine;
let user: TestUser;
let decisions: unknown[];

beforeAll(async () => {
  engine = scriptEngine(daemon().core.engine);
  user = await daemon().newUser();
  await user.client.call(updateSettings, { body: { network: { ceiling: [{ host: '*.example.com', ports: [443] }] } } });
});

interface HeldRun {
  id: string;
  decide(
    host: string,
    more?: { port?: number; decision?: string; client?: ApiClient },
  ): ReturnType<ApiClient['answer']>;
  end(): Promise<void>;
}

/** Starts a run with two held connections to one host. */
async function startHeld(client: ApiClient, network: object = { allow: [], onBlocked: 'ask' }): Promise<HeldRun> {
  const [held, over] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  decisions = [];
  engine.program = async (job, hooks) => {
    hooks.network?.onOpen?.({ decide: (target, isAllowed) => void decisions.push({ ...target, isAllowed }) });
    for (const id of [1, 2])
      hooks.network?.onEvent(networkEvent({ id, phase: 'held', host: 'new.example.com', rule: null }));
    held.resolve(job.id);
    await over.promise;
    return undefined;
  };
  const ended = client.call(execute, { body: { language: 'python', code: '', network } });
  const id = await held.promise;
  return {
    id,
    decide: (host, { port = 443, decision = 'allow', client: other = client } = {}) =>
      other.answer(decideConnection, { params: { id }, body: { host, port, decision } }),
    async end() {
      over.resolve();
      await ended;
    },
  };
}

it('is offered for the connections that the report of the run names', async () => {
  const run = await startHeld(user.client);
  const held = async () => (await user.client.call(readExecutionNetwork, { params: { id: run.id } })).held;
  expect(await held()).toEqual([{ host: 'new.example.com', port: 443, connections: 2 }]);
  await run.decide('new.example.com');
  expect(await held()).toBeUndefined();
  await run.end();
});

it('reaches the engine after its audit row, and returns how many connections were held', async () => {
  const run = await startHeld(user.client);
  expect((await run.decide('new.example.com')).json).toEqual({ decided: 2 });
  expect(decisions).toEqual([{ host: 'new.example.com', port: 443, isAllowed: true }]);
  expect((await run.decide('new.example.com', { decision: 'deny' })).json).toEqual({ decided: 0 });
  const [deny, allow] = await readAuditLog(user, 'network.decided');
  const metadata = { executionId: run.id, host: 'new.example.com', port: 443, decision: 'allow' };
  expect(allow).toMatchObject({ resource_type: 'network', resource_id: run.id, metadata });
  expect(deny?.metadata).toMatchObject({ decision: 'deny' });
  await run.end();
});

it('to allow must lie within the ceiling of the settings; to refuse need not', async () => {
  const run = await startHeld(user.client);
  for (const [host, port] of [
    ['evil.test', 443],
    ['new.example.com', 80],
  ] as const) {
    const refused = await run.decide(host, { port });
    expect([refused.status, refused.json]).toMatchObject([403, { error: { code: 'network_not_allowed' } }]);
  }
  expect((await run.decide('evil.test', { decision: 'deny' })).status).toBe(200);
  expect(decisions).toEqual([{ host: 'evil.test', port: 443, isAllowed: false }]);
  await run.end();
});

it('has no effect on a run that does not ask', async () => {
  for (const network of [{ allow: [], onBlocked: 'deny' }, 'none' as unknown as object]) {
    const run = await startHeld(user.client, network);
    expect((await run.decide('new.example.com')).json).toEqual({ decided: 0 });
    expect(decisions).toEqual([]);
    await run.end();
  }
});

it.each([
  [{ host: '*.example.com', port: 443, decision: 'allow' }],
  [{ host: '127.0.0.1', port: 443, decision: 'allow' }],
  [{ host: 'new.example.com', port: 0, decision: 'allow' }],
  [{ host: 'new.example.com', port: 443, decision: 'maybe' }],
  [{ host: 'new.example.com', port: 443 }],
])('is refused if it is %j', async (body) => {
  const run = await startHeld(user.client);
  const refusal = await user.client.refusal(decideConnection, { params: { id: run.id }, body });
  expect(refusal.code).toBe('invalid_request');
  await run.end();
});

it('comes too late after the run', async () => {
  const run = await startHeld(user.client);
  await run.end();
  const late = await run.decide('new.example.com');
  expect([late.status, late.json]).toMatchObject([409, { error: { code: 'execution_finished' } }]);
});

it('is for those who may cancel the run, within the hosts of their key', async () => {
  const keyOf = async (more: object) => {
    const { apiKey } = await user.session.call(createApiKey, { body: { name: 'k', scopes: ['execute'], ...more } });
    return user.client.with(asKey(apiKey));
  };
  const run = await startHeld(user.client);
  const stranger = (await daemon().newUser()).client;
  expect((await run.decide('new.example.com', { client: stranger })).status).toBe(404);
  expect((await run.decide('new.example.com', { client: await keyOf({}) })).status).toBe(404);
  const auditor = await run.decide('new.example.com', { client: await keyOf({ scopes: ['execute', 'audit'] }) });
  expect([auditor.status, auditor.json]).toMatchObject([403, { error: { code: 'forbidden' } }]);
  await run.end();

  const narrow = await keyOf({ networkHosts: ['old.example.com'] });
  const own = await startHeld(narrow);
  const refused = await own.decide('new.example.com');
  expect([refused.status, refused.json]).toMatchObject([403, { error: { code: 'network_not_allowed' } }]);
  expect((await own.decide('new.example.com', { client: user.session })).json).toEqual({ decided: 2 });
  await own.end();
});

it('is recorded before it takes effect: without the row it has none', async () => {
  const run = await startHeld(user.client);
  daemon().core.database.transaction((db) =>
    db.run("CREATE TRIGGER planned BEFORE INSERT ON audit_log BEGIN SELECT RAISE(ABORT, 'planned failure'); END"),
  );
  const failed = await run.decide('new.example.com');
  daemon().core.database.transaction((db) => db.run('DROP TRIGGER planned'));
  expect([failed.status, decisions]).toEqual([500, []]);
  await run.end();
});
