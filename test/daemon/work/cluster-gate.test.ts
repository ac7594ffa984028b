/** Nothing of an account reaches the engine of a cluster without its permission: every operation, tried by the walk. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { execute, listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { addPackage, listPackages, removePackage } from '../../../src-shared/contracts/packages.contract.ts';
import { createSandbox, deleteSandbox } from '../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { encryptCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import type { EndpointSpec } from '../../../src-shared/endpoint.ts';
import { readRefusal, sendingOf } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { type ClusterEngine, clusterName, runInCluster } from '../../support/engine/cluster-engine.ts';
import { send } from '../../support/network/http-send.ts';
import { readAuditLog } from '../../support/sandboxes/audit-rows.ts';
import { operationOn, sandboxOperations } from '../../support/sandboxes/operations.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile({ args: ['--engine', 'embedded'] });
const masterPassword = 'the master password of a test';
let engine: ClusterEngine;
let user: TestUser;

beforeAll(async () => {
  engine = runInCluster(daemon().core.engine);
  user = await daemon().newUser();
  const { encryptedPayload } = await user.client.call(encryptCode, { body: { masterPassword, code: 'print(1)' } });
  const body = { encryptedPayload, language: 'python' };
  await user.client.call(storeCode, { params: { name: 'script' }, body });
});
beforeEach(() => allow(false));

const allow = (allowed: boolean, of = user) => of.session.call(updateSettings, { body: { cluster: { allowed } } });
const nameOf = ({ method, path }: EndpointSpec) => `${method} ${path}`;
const mounted = () => daemon().daemon.app.mounted;
const code = { language: 'python', code: 'print(1)' };

/** A request of each operation that starts something at the engine, and the call with which the engine gets it. */
const starts: Record<string, { body: object; call?: string }> = {
  'POST /api/v1/execute': { body: code, call: 'admit' },
  'POST /api/v1/zk/code/:name/execute': { body: { masterPassword }, call: 'admit' },
  // Allowed, it is refused because the account has no model.
  'POST /api/v1/generate': { body: { prompt: 'Print 1.', language: 'python' } },
  'POST /api/v1/sandboxes': { body: {}, call: 'open' },
  'PUT /api/v1/packages': { body: { packages: [{ language: 'python', name: 'first' }] }, call: 'build' },
  'POST /api/v1/packages': { body: { language: 'python', name: 'second' }, call: 'build' },
};

/** Operations on a sandbox that need no permission: its owner can read its state, and end it. */
const withoutPermission = [
  'GET /api/v1/sandboxes/:id',
  'PATCH /api/v1/sandboxes/:id',
  'DELETE /api/v1/sandboxes/:id',
  'POST /api/v1/sandboxes/:id/pause',
  'POST /api/v1/sandboxes/:id/resume',
  'GET /api/v1/sandboxes/:id/network',
  'POST /api/v1/sandboxes/:id/network/decisions',
];

const gatedOnSandbox = () => sandboxOperations(mounted()).filter((spec) => !withoutPermission.includes(nameOf(spec)));

/** An operation, and the one that answers the same with a stream. */
const specsOf = (name: string) => mounted().filter((spec) => nameOf(spec).replace(/\/stream$/, '') === name);

function request(spec: EndpointSpec, body: object) {
  return send(daemon().url, sendingOf(spec, { params: { name: 'script' }, body }, user.client.credential));
}

describe('the list of this file', () => {
  it('has every operation that can be refused for the cluster, and every operation that needs the engine', () => {
    const input = 'POST /api/v1/executions/:id/stdin';
    const starting = Object.keys(starts).flatMap(specsOf);
    const listed = [...[...starting, ...gatedOnSandbox()].map(nameOf), input].toSorted();
    const refusable = mounted().filter(({ errors }) => errors?.includes('cluster_not_allowed'));
    expect(refusable.map(nameOf).toSorted()).toEqual(listed);
    const needsEngine = mounted().filter(({ errors }) => errors?.includes('engine_unavailable'));
    const known = new Set([...listed, ...withoutPermission]);
    expect(needsEngine.map(nameOf).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe('an operation that starts something at the engine', () => {
  it.each(Object.entries(starts))('%s is refused without the permission, and sends with it', async (name, start) => {
    const [newest] = await readAuditLog(user);
    engine.calls.length = 0;
    const specs = specsOf(name);
    expect(specs).not.toEqual([]);
    for (const spec of specs) {
      const refusal = readRefusal(await request(spec, start.body));
      expect(refusal, nameOf(spec)).toMatchObject({ status: 403, code: 'cluster_not_allowed' });
      expect(refusal.message).toContain(clusterName);
      expect(refusal.message).toContain('strongroom cluster allow on');
    }
    expect(engine.calls).toEqual([]);
    expect((await readAuditLog(user))[0]).toEqual(newest);
    await allow(true);
    for (const spec of specs) {
      engine.calls.length = 0;
      expect((await request(spec, start.body)).text).not.toContain('cluster_not_allowed');
      const { call } = start;
      if (call !== undefined) await until(() => engine.calls.includes(call));
    }
  });

  it('with a program that brings packages builds nothing without the permission', async () => {
    engine.calls.length = 0;
    const body = { ...code, withPackages: ['third'] };
    expect(await user.client.refusal(execute, { body })).toMatchObject({ code: 'cluster_not_allowed' });
    const sandbox = { body: { withPackages: ['third'] } };
    expect(await user.client.refusal(createSandbox, sandbox)).toMatchObject({ code: 'cluster_not_allowed' });
    expect(engine.calls).toEqual([]);
    await allow(true);
    await user.client.call(execute, { body });
    expect(engine.calls).toContain('build');
  });

  it('is decided for each account', async () => {
    await allow(true);
    const other = await daemon().newUser();
    expect(await other.client.refusal(execute, { body: code })).toMatchObject({ code: 'cluster_not_allowed' });
    await user.client.call(execute, { body: code });
  });
});

describe('a sandbox whose owner withdraws the permission', () => {
  it('answers no operation that reaches it, and can be deleted', async () => {
    await allow(true);
    const { id } = await user.client.call(createSandbox);
    await allow(false);
    engine.calls.length = 0;
    const specs = gatedOnSandbox();
    expect(specs.length).toBeGreaterThan(15);
    for (const spec of specs) {
      const refusal = readRefusal(await send(daemon().url, operationOn(spec, id, user.client.credential)));
      expect(refusal, nameOf(spec)).toMatchObject({ code: 'cluster_not_allowed' });
    }
    expect(engine.calls).toEqual([]);
    await user.client.call(deleteSandbox, { params: { id } });
    expect([...new Set(engine.calls)]).toEqual(['sandbox.dispose']);
  });
});

describe('the input of a run', () => {
  it('is not sent after the permission was withdrawn', async () => {
    await allow(true);
    const [begun, held] = [Promise.withResolvers<string>(), Promise.withResolvers<undefined>()];
    engine.script.program = async ({ id }) => {
      begun.resolve(id);
      return held.promise;
    };
    const run = user.client.call(execute, { body: { ...code, openStdin: true } });
    const id = await begun.promise;
    await allow(false);
    const path = `/api/v1/executions/${id}/stdin`;
    const headers = { 'content-type': 'application/octet-stream' };
    const refused = await user.client.send({ method: 'POST', path, headers, body: Buffer.from('secret') });
    expect(readRefusal(refused)).toMatchObject({ code: 'cluster_not_allowed' });
    engine.script.program = async () => undefined;
    held.resolve(undefined);
    await run;
  });
});

describe('packages', () => {
  it('that are left after a removal wait for the permission, and are then installed', async () => {
    const other = await daemon().newUser();
    await allow(true, other);
    const status = async () => (await other.client.call(listPackages)).packages.map((one) => one.status);
    for (const name of ['fourth', 'fifth']) await other.client.call(addPackage, { body: { language: 'python', name } });
    await until(async () => (await status()).every((one) => one === 'installed'));
    await allow(false, other);
    engine.calls.length = 0;
    await other.client.answer(removePackage, { params: { language: 'python', name: 'fifth' } });
    await until(async () => (await other.client.call(listPackages)).packages[0]?.error !== undefined);
    expect((await other.client.call(listPackages)).packages[0]?.error).toContain(clusterName);
    expect(engine.calls).toEqual([]);
    await allow(true, other);
    await until(async () => (await other.client.call(listPackages)).packages[0]?.error === undefined);
    expect(await status()).toEqual(['installed']);
  });
});

describe('the place', () => {
  it('is in the health, the result, the history and the audit log', async () => {
    await allow(true);
    const { engine: status } = await daemon().client.call(readHealth);
    expect(status).toEqual({ name: 'kubernetes', status: 'ready', place: 'cluster', cluster: clusterName });
    const result = await user.client.call(execute, { body: code });
    expect(result).toMatchObject({ engine: 'kubernetes', place: 'cluster' });
    const { executions } = await user.client.call(listExecutions);
    expect(executions[0]).toMatchObject({ id: result.id, place: 'cluster' });
    const [row] = await readAuditLog(user, 'code.execute');
    expect(row?.metadata).toMatchObject({ executionId: result.id, place: 'cluster' });
    const [created] = await readAuditLog(user, 'sandbox.create');
    expect(created?.metadata).toMatchObject({ place: 'cluster' });
  });
});
