/** The calls for pods. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ClusterApi, createClusterApi } from '../../../../src-daemon/engine/kubernetes/link/api.ts';
import { createPods, type Pods } from '../../../../src-daemon/engine/kubernetes/link/pods.ts';
import { type ApiServer, clusterOf, manifestOf, startApiServer } from '../../../support/kubernetes/api-server.ts';

let server: ApiServer;
let api: ClusterApi;
let pods: Pods;

beforeEach(async () => {
  server = await startApiServer();
  api = createClusterApi(clusterOf(server));
  pods = createPods(api);
});

afterEach(async () => {
  api.close();
  await server.stop();
});

test('a pod is created, read and deleted', async () => {
  const created = await pods.create(manifestOf('one', { role: 'sandbox' }));
  expect(created).toEqual({
    name: 'one',
    uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    resourceVersion: '1001',
    labels: { role: 'sandbox' },
    phase: 'Pending',
    reason: undefined,
    hasNode: false,
    isUnschedulable: false,
    isEnding: false,
    containers: [],
  });
  expect(await pods.get('one')).toEqual(created);
  await pods.delete(created, { graceSeconds: 1 });
  await expect(pods.get('one')).rejects.toMatchObject({ kind: 'not_found' });
  const { uid } = created;
  expect(server.deletions).toEqual([
    { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 1, preconditions: { uid } },
  ]);
});

test('a pod that another one has replaced is not deleted', async () => {
  const first = await pods.create(manifestOf('one'));
  server.pods.delete('one');
  await pods.create(manifestOf('one'));
  await expect(pods.delete(first, { graceSeconds: 1 })).rejects.toMatchObject({ kind: 'conflict' });
  expect((await pods.get('one')).uid).not.toBe(first.uid);
});

test('a pod is refused with the reason', async () => {
  await pods.create(manifestOf('one'));
  await expect(pods.create(manifestOf('one'))).rejects.toMatchObject({ kind: 'conflict' });
  await expect(pods.create({ ...manifestOf('two'), spec: {} })).rejects.toMatchObject({ kind: 'invalid' });
  server.pods.quota = 1;
  await expect(pods.create(manifestOf('two'))).rejects.toMatchObject({ kind: 'quota' });
  await expect(pods.delete({ name: 'two', uid: 'x' }, { graceSeconds: 1 })).rejects.toMatchObject({
    kind: 'not_found',
  });
});

test('the status says how a pod is', async () => {
  await pods.create(manifestOf('one'));
  server.pods.setStatus('one', {
    phase: 'Pending',
    conditions: [
      { type: 'Ready', status: 'False', reason: 'Unschedulable' },
      { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'no room' },
    ],
  });
  expect(await pods.get('one')).toMatchObject({ phase: 'Pending', hasNode: false, isUnschedulable: true });
  server.pods.setStatus('one', {
    phase: 'Failed',
    reason: 'Evicted',
    conditions: [{ type: 'PodScheduled', status: 'True' }],
    containerStatuses: [
      { name: 'a', state: { terminated: { exitCode: 137, reason: 'OOMKilled' } }, lastState: {} },
      { name: 'b', state: { running: { startedAt: 'now' } } },
      { name: 'c', state: { waiting: { reason: 'ErrImagePull' } } },
      { name: 'd' },
    ],
  });
  const { containers, ...pod } = await pods.get('one');
  expect(pod).toMatchObject({ phase: 'Failed', reason: 'Evicted', isUnschedulable: false });
  expect(containers).toEqual([
    { name: 'a', state: 'terminated', reason: 'OOMKilled', exitCode: 137 },
    { name: 'b', state: 'running', reason: undefined, exitCode: undefined },
    { name: 'c', state: 'waiting', reason: 'ErrImagePull', exitCode: undefined },
    { name: 'd', state: 'waiting', reason: undefined, exitCode: undefined },
  ]);
});

test('a list has all pages of the pods that the selector matches', async () => {
  for (let index = 0; index < 450; index++) server.pods.create(manifestOf(`pod-${index}`, { role: 'sandbox' }));
  server.pods.create(manifestOf('other', { role: 'installer' }));
  const { pods: found, resourceVersion } = await pods.list('role=sandbox');
  expect(new Set(found.map(({ name }) => name)).size).toBe(450);
  expect(found.map(({ name }) => name)).not.toContain('other');
  expect([resourceVersion, api.requestCount]).toEqual(['1451', 3]);
  expect(server.requests[0]).toContain('?labelSelector=role%3Dsandbox&limit=200');
});

test('a list whose continuation has expired fails, so that it begins again', async () => {
  for (let index = 0; index < 250; index++) server.pods.create(manifestOf(`pod-${index}`));
  server.onRequest = () => {
    if (api.requestCount === 2) server.pods.expire();
  };
  await expect(pods.list('')).rejects.toMatchObject({ kind: 'gone' });
  expect((await pods.list('')).pods).toHaveLength(250);
});

test('a list without an end fails', async () => {
  const page = { metadata: { resourceVersion: '1', continue: 'more' }, items: [] };
  server.plant(...Array.from({ length: 600 }, () => ({ status: 200, body: JSON.stringify(page) })));
  const fast = createClusterApi(api.cluster, { perSecond: 1e6, burst: 1000 });
  await expect(createPods(fast).list('')).rejects.toMatchObject({ kind: 'bad_answer' });
  fast.close();
});

test.each([
  ['a name that is a path', { metadata: { name: '../secrets', uid: 'u', resourceVersion: '1' } }],
  ['no uid', { metadata: { name: 'one', resourceVersion: '1' } }],
  ['an unknown phase', { metadata: { name: 'one', uid: 'u', resourceVersion: '1' }, status: { phase: 'Odd' } }],
])('a pod with %s is refused', async (_name, pod) => {
  server.plant({ status: 200, body: JSON.stringify(pod) });
  await expect(pods.get('one')).rejects.toMatchObject({ kind: 'bad_answer' });
});
