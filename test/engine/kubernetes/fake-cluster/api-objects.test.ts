/** Leases, access reviews and versions of the fake API server, and the deletion of its pods. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import {
  type ApiRequest,
  type ClusterApi,
  createClusterApi,
} from '../../../../src-daemon/engine/kubernetes/link/api.ts';
import { attach } from '../../../../src-daemon/engine/kubernetes/link/attach.ts';
import { createPods } from '../../../../src-daemon/engine/kubernetes/link/pods.ts';
import { type ApiServer, clusterOf, manifestOf, startApiServer } from '../../../support/kubernetes/api-server.ts';
import { until } from '../../../support/until.ts';

let server: ApiServer;
let api: ClusterApi;

beforeEach(async () => {
  server = await startApiServer();
  api = createClusterApi(clusterOf(server));
});

afterEach(async () => {
  api.close();
  await server.stop();
});

const leaseFolder = ['apis', 'coordination.k8s.io', 'v1', 'namespaces', 'sandboxes', 'leases'];
const Lease = z.object({ metadata: z.object({ name: z.string(), uid: z.string() }) });

function call(request: ApiRequest) {
  return api.call(request, z.any());
}

function createLease(name: string) {
  return api.call({ method: 'POST', path: leaseFolder, body: { metadata: { name } } }, Lease);
}

test('a lease is created once, read and deleted by its uid', async () => {
  const { metadata } = await createLease('one');
  await expect(createLease('one')).rejects.toMatchObject({ kind: 'conflict' });
  const path = [...leaseFolder, 'one'];
  expect(await call({ method: 'GET', path })).toMatchObject({ kind: 'Lease', metadata });
  const remove = (uid: string) => call({ method: 'DELETE', path, body: { preconditions: { uid } } });
  await expect(remove('another')).rejects.toMatchObject({ kind: 'conflict' });
  await remove(metadata.uid);
  await expect(call({ method: 'GET', path })).rejects.toMatchObject({ kind: 'not_found' });
});

test('the pods of a lease are deleted after it, and those of a lease that does not exist', async () => {
  const { metadata } = await createLease('one');
  const create = (name: string, owner: object | undefined) => {
    const manifest = manifestOf(name);
    server.pods.create({ ...manifest, metadata: { ...manifest.metadata, ...(owner && { ownerReferences: [owner] }) } });
  };
  create('owned', { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', ...metadata });
  create('free', undefined);
  create('orphan', { kind: 'Lease', name: 'one', uid: 'an-earlier-uid' });
  const names = () =>
    server.pods
      .list({ selector: '', limit: 9, continued: undefined })
      .items.map((pod) => pod.metadata.name)
      .join();
  await until(() => names() === 'free,owned');
  server.leases.delete('one');
  await until(() => names() === 'free');
});

test('an access review answers what the user may do in the namespace, and requests follow it', async () => {
  server.denied.add('create pods').add('get pods/attach');
  const review = (attributes: object) =>
    call({
      method: 'POST',
      path: ['apis', 'authorization.k8s.io', 'v1', 'selfsubjectaccessreviews'],
      body: { spec: { resourceAttributes: { namespace: 'sandboxes', resource: 'pods', ...attributes } } },
    });
  expect(await review({ verb: 'list' })).toMatchObject({ status: { allowed: true } });
  expect(await review({ verb: 'create' })).toMatchObject({ status: { allowed: false } });
  expect(await review({ verb: 'get', subresource: 'attach' })).toMatchObject({ status: { allowed: false } });
  expect(await review({ verb: 'list', namespace: 'another' })).toMatchObject({ status: { allowed: false } });
  const pods = createPods(api);
  await expect(pods.create(manifestOf('one'))).rejects.toMatchObject({ kind: 'forbidden' });
  server.pods.create(manifestOf('one'));
  expect((await pods.list('')).pods).toHaveLength(1);
  await expect(attach(api, { pod: 'one', container: 'sandbox' })).rejects.toMatchObject({ kind: 'forbidden' });
});

test('the version is that of the test', async () => {
  server.version = { major: '1', minor: '20', gitVersion: 'v1.20.2' };
  expect(await call({ method: 'GET', path: ['version'] })).toEqual(server.version);
});

test('an older server drops the fields that it does not know', async () => {
  server.pods.droppedFields.add('hostUsers');
  const manifest = manifestOf('one');
  await createPods(api).create({ ...manifest, spec: { ...manifest.spec, hostUsers: false, hostname: 'kept' } });
  expect(server.pods.get('one').spec).toEqual({ ...manifest.spec, hostname: 'kept' });
});

test('a pod on a node stays until the node removes it, and a second request shortens its grace', async () => {
  const pods = createPods(api);
  const { name, uid } = await pods.create(manifestOf('one'));
  server.pods.change(uid, ({ spec }) => {
    spec.nodeName = 'a-node';
  });
  const graces = () => server.pods.get(name).metadata.deletionGracePeriodSeconds;
  await pods.delete({ name, uid }, { graceSeconds: 5 });
  expect(await pods.get(name)).toMatchObject({ isEnding: true });
  await pods.delete({ name, uid }, { graceSeconds: 9 });
  expect(graces()).toBe(5);
  await pods.delete({ name, uid }, { graceSeconds: 2 });
  expect(graces()).toBe(2);
  server.pods.remove(uid);
  await expect(pods.get(name)).rejects.toMatchObject({ kind: 'not_found' });
});

test.each([
  ['without a grace', 'Running', 0],
  ['that has ended', 'Succeeded', 5],
])('a pod %s is removed at once', async (_name, phase, graceSeconds) => {
  const pods = createPods(api);
  const { name, uid } = await pods.create(manifestOf('one'));
  server.pods.change(uid, (pod) => {
    pod.spec.nodeName = 'a-node';
    pod.status = { phase };
  });
  await pods.delete({ name, uid }, { graceSeconds });
  await expect(pods.get(name)).rejects.toMatchObject({ kind: 'not_found' });
});

test('pods that have ended do not count for the quota', async () => {
  server.pods.quota = 1;
  server.pods.create(manifestOf('one'));
  expect(() => server.pods.create(manifestOf('two'))).toThrow('exceeded quota');
  server.pods.setStatus('one', { phase: 'Failed' });
  server.pods.create(manifestOf('two'));
});

test('a list and a watch can be for one name', async () => {
  for (const name of ['one', 'two']) server.pods.create(manifestOf(name));
  const path = ['api', 'v1', 'namespaces', 'sandboxes', 'pods'];
  const fieldSelector = 'metadata.name=two';
  const { items, metadata } = await call({ method: 'GET', path, query: { fieldSelector } });
  expect(items.map((pod: { metadata: { name: string } }) => pod.metadata.name)).toEqual(['two']);
  const query = { fieldSelector, watch: 'true', resourceVersion: metadata.resourceVersion };
  const stream = await api.open({ path, query });
  server.pods.setStatus('one', { phase: 'Running' });
  server.pods.setStatus('two', { phase: 'Failed' });
  const [line] = await stream.take(1).toArray();
  expect(JSON.parse(String(line))).toMatchObject({
    type: 'MODIFIED',
    object: { kind: 'Pod', metadata: { name: 'two' } },
  });
});
