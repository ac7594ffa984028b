/** Faults of a cluster that the fake one can have. */
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { attach } from '../../../../src-daemon/engine/kubernetes/link/attach.ts';
import { until } from '../../../support/until.ts';
import { describeWithDocker } from '../../docker/docker-fixture.ts';
import { errorOf } from '../link/attach-fixture.ts';
import { clusterOfEach, inPhase, removed, shellPod, waitsFor } from './cluster-fixture.ts';

const forever = 'while :; do sleep 1; done';
const target = { pod: 'one', container: 'sandbox' };
const memory = (quantity: string) => ({ container: { resources: { limits: { memory: quantity } } } });
/** Fills the memory in a process of its own, and then reports that the first one lives. */
const filling = "echo start; python3 -c 'bytearray(1 << 30)'; echo alive; exec sleep 600";

describeWithDocker(
  'a fake cluster',
  (fixture) => {
    const cluster = clusterOfEach(fixture);

    test('without room leaves pods pending until it has room, and starts none that was deleted before', async () => {
      const { node, pods, server } = cluster();
      node.isFull = true;
      const request = {
        resourceVersion: String(server.pods.version()),
        seconds: 60,
        signal: AbortSignal.timeout(60_000),
      };
      const changes = await pods.watch('', request);
      await pods.create(shellPod('one', forever));
      const seen: string[] = [];
      createInterface({ input: changes }).on('line', (line) => seen.push(JSON.parse(line).type));
      await until(() => seen.length === 2);
      changes.on('error', () => {}).destroy();
      expect(seen).toEqual(['ADDED', 'MODIFIED']);
      const two = await pods.create(shellPod('two', forever));
      await until(async () => (await pods.get('two')).isUnschedulable);
      expect(await pods.get('one')).toMatchObject({ phase: 'Pending', isUnschedulable: true });
      await pods.delete(two, { graceSeconds: 1 });
      await removed(cluster(), 'two');
      expect(await node.containers()).toEqual([]);
      node.isFull = false;
      await inPhase(cluster(), 'one', 'Running');
      expect(await pods.get('one')).toMatchObject({ isUnschedulable: false });
      expect(await node.containers()).toHaveLength(1);
    });

    test('without a registry lets containers wait, and starts them when it answers', async () => {
      const { node, pods } = cluster();
      node.isRegistryDown = true;
      await pods.create(shellPod('one', forever));
      await waitsFor(cluster(), 'one', 'ErrImagePull');
      await waitsFor(cluster(), 'one', 'ImagePullBackOff');
      await expect(attach(cluster().api, target)).rejects.toMatchObject({ kind: 'not_found' });
      node.isRegistryDown = false;
      await inPhase(cluster(), 'one', 'Running');
      await pods.create(shellPod('unknown', forever, { container: { image: 'registry.test/unknown' } }));
      await waitsFor(cluster(), 'unknown', 'ErrImagePull');
    });

    test('reports a program that cannot start, and a manifest that the runtime refuses', async () => {
      const { pods } = cluster();
      await pods.create(shellPod('one', '', { container: { command: ['/nonexistent'] } }));
      expect((await inPhase(cluster(), 'one', 'Failed')).status.containerStatuses).toMatchObject([
        { state: { terminated: { exitCode: 128, reason: 'StartError' } } },
      ]);
      const two = await pods.create(shellPod('two', '', memory('1k')));
      await waitsFor(cluster(), 'two', 'CreateContainerError');
      await pods.delete(two, { graceSeconds: 1 });
      await removed(cluster(), 'two');
    });

    test('evicts a pod: its stream ends, the pod stays as a failed one', async () => {
      const { api, node, pods } = cluster();
      const pod = await pods.create(shellPod('one', forever));
      await inPhase(cluster(), 'one', 'Running');
      const stream = await attach(api, target);
      await node.evict('one');
      stream.resume();
      expect(await errorOf(stream)).toBeNull();
      expect(await pods.get('one')).toMatchObject({
        ...{ phase: 'Failed', reason: 'Evicted' },
        containers: [{ state: 'terminated', reason: 'Error', exitCode: 137 }],
      });
      await expect(attach(api, target)).rejects.toMatchObject({ kind: 'unavailable' });
      await pods.delete(pod, { graceSeconds: 1 });
      await until(async () => (await node.containers()).length === 0);
    });

    test('loses a node: connections are cut, the pod stays, and only its object can be removed', async () => {
      const { api, node, pods, server } = cluster();
      const pod = await pods.create(shellPod('one', forever));
      await inPhase(cluster(), 'one', 'Running');
      const stream = await attach(api, target);
      node.loseNode('one');
      expect(await errorOf(stream)).toMatchObject({ kind: 'unavailable' });
      await expect(attach(api, target)).rejects.toMatchObject({ kind: 'unavailable' });
      await inPhase(cluster(), 'one', 'Unknown');
      await pods.delete(pod, { graceSeconds: 1 });
      expect(server.pods.get('one').metadata).toHaveProperty('deletionTimestamp');
      await pods.delete(pod, { graceSeconds: 0 });
      await expect(pods.get('one')).rejects.toMatchObject({ kind: 'not_found' });
      expect(await node.containers()).toHaveLength(1);
    });

    test('ends a pod at its deadline', async () => {
      const { pods } = cluster();
      await pods.create(shellPod('one', forever, { spec: { activeDeadlineSeconds: 1 } }));
      await inPhase(cluster(), 'one', 'Failed');
      expect(await pods.get('one')).toMatchObject({
        reason: 'DeadlineExceeded',
        containers: [{ state: 'terminated' }],
      });
    });

    test('kills a pod at its memory limit, or one process of it', async () => {
      const { node, pods } = cluster();
      await pods.create(shellPod('one', filling, memory('64Mi')));
      await inPhase(cluster(), 'one', 'Failed');
      expect(await pods.get('one')).toMatchObject({ containers: [{ reason: 'OOMKilled', exitCode: 137 }] });
      // With control groups v2, the other processes are killed a moment later.
      const { CgroupVersion: version } = await fixture().docker.info();
      if (version !== '2') expect(node.nodeLog().toString()).toBe('start\n');
      node.hasGroupKill = false;
      await pods.create(shellPod('two', filling, memory('64Mi')));
      await until(() => node.nodeLog().includes('alive'));
      await inPhase(cluster(), 'two', 'Running');
    });

    test('ends the containers of pods whose lease is deleted', async () => {
      const { node, pods, server } = cluster();
      const { metadata } = server.leases.create({ metadata: { name: 'instance' } });
      const { spec } = shellPod('one', forever);
      const ownerReferences = [{ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', ...metadata }];
      server.pods.create({ metadata: { name: 'one', ownerReferences }, spec });
      await inPhase(cluster(), 'one', 'Running');
      server.leases.delete('instance');
      await removed(cluster(), 'one');
      expect(await node.containers()).toEqual([]);
      await expect(pods.get('one')).rejects.toMatchObject({ kind: 'not_found' });
    });

    test('removes containers that start while it stops', async () => {
      const { node, pods } = cluster();
      node.startLatencyMs = 50;
      for (const name of ['one', 'two', 'three']) await pods.create(shellPod(name, forever));
      await until(async () => (await node.containers()).length > 0);
      await node.stop();
      expect(await node.containers()).toEqual([]);
    });
  },
  { keepsWarm: false },
);

describeWithDocker(
  'a fake cluster that enforces no NetworkPolicy',
  (fixture) => {
    const cluster = clusterOfEach(fixture, { hasNetwork: true, pids: 20 });

    test('gives pods a network, and the limit of processes of its nodes', async () => {
      const { node, pods } = cluster();
      const command = 'ls /sys/class/net; cat /sys/fs/cgroup/pids/pids.max /sys/fs/cgroup/pids.max 2>/dev/null; exit 0';
      await pods.create(shellPod('one', command));
      await inPhase(cluster(), 'one', 'Succeeded');
      expect(node.nodeLog().toString()).toBe('eth0\nlo\n20\n');
    });
  },
  { keepsWarm: false },
);
