/** Pods of the fake cluster that run as containers. */
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { acknowledge, converse } from '../../../../src-daemon/engine/guest/converse.ts';
import { attach } from '../../../../src-daemon/engine/kubernetes/link/attach.ts';
import type { Pod } from '../../../../src-daemon/engine/kubernetes/link/pod.ts';
import { watchPods } from '../../../../src-daemon/engine/kubernetes/link/watch.ts';
import { podManifest } from '../../../../src-daemon/engine/kubernetes/pods/pod-manifest.ts';
import { findLanguage, type Language } from '../../../../src-daemon/engine/languages/languages.ts';
import { createStartWait } from '../../../../src-daemon/engine/queue/start-wait.ts';
import { openFrameChannel } from '../../../../src-daemon/wire/frame-channel.ts';
import { createTransitKey, openSealedStream } from '../../../../src-daemon/wire/sealed-stream.ts';
import { nonceBytes } from '../../../../src-daemon/wire/wire.ts';
import { expectAbsent } from '../../../support/expect-absent.ts';
import { until } from '../../../support/until.ts';
import { describeWithDocker, jobOf } from '../../docker/docker-fixture.ts';
import { clusterOfEach, type FakeCluster, imageName, inPhase, removed, shellPod } from './cluster-fixture.ts';

const { signal } = new AbortController();
const secret = 'a value that no node may store';

/** Resolves with a pod when the watch says that its container runs. */
async function runningPod({ pods }: FakeCluster, name: string): Promise<Pod> {
  const found = new AbortController();
  const running = Promise.withResolvers<Pod>();
  const onEvent = ({ pod }: { pod: Pod }) => {
    if (pod.name === name && pod.containers[0]?.state === 'running') running.resolve(pod);
  };
  void watchPods(pods, { selector: '', onEvent, signal: found.signal });
  return await running.promise.finally(() => found.abort());
}

/** Sends a shell program to the init of a pod, and returns what it wrote and how it ended. */
async function runIn(channel: ReturnType<typeof openFrameChannel>, code: string) {
  const output: Buffer[] = [];
  const record = await converse(
    { channel, monitor: { oom: false, lost: signal, waitForLastEvents: async () => {} } },
    {
      job: jobOf({ code }),
      language: findLanguage('bash') as Language,
      hooks: { onOutput: (_stream, chunk) => void output.push(Buffer.from(chunk)), signal },
      wait: createStartWait(undefined, signal),
    },
  );
  return { output: Buffer.concat(output).toString(), ending: record.ending };
}

describeWithDocker(
  'pods that run as containers',
  (fixture) => {
    const cluster = clusterOfEach(fixture);

    test('a sandbox runs a job over its attached stream, and no file of the node has anything of it', async () => {
      const { api, pods, node, server } = cluster();
      const key = createTransitKey();
      const pod = await pods.create(
        podManifest({
          ...{ name: 'sandbox-1', instanceId: 'i', image: imageName, uid: 100_001, transit: key.argument },
          ...{ memoryMb: 128, pids: 64, workMb: 64, scratchMb: 32, lifetimeSeconds: 600 },
          cluster: { hasUserNamespaces: false, hasClosedNetwork: false },
        }),
      );
      await runningPod(cluster(), pod.name);
      const sealed = openSealedStream(await attach(api, { pod: pod.name, container: 'sandbox' }), key);
      const channel = openFrameChannel(sealed, { nonce: randomBytes(nonceBytes) });
      await channel.hello;
      const before = server.requests.length;
      const { output, ending } = await runIn(channel, `echo '${secret}'; id -u; hostname; ls /sys/class/net; touch /x`);
      expect(output).toMatch(new RegExp(`^${secret}\n100001\nsandbox\nlo\n.*Read-only file system\n$`));
      expect(ending).toMatchObject({ kind: 'status', status: { exitCode: 1 } });
      expect(server.requests).toHaveLength(before);
      acknowledge(channel);
      expect((await inPhase(cluster(), pod.name, 'Succeeded')).status.containerStatuses).toMatchObject([
        { state: { terminated: { exitCode: 0, reason: 'Completed' } } },
      ]);
      expect(node.nodeLog().length).toBeGreaterThan(0);
      expectAbsent(node.nodeLog(), secret, 'the log of the node');
      await pods.delete(pod, { graceSeconds: 1 });
      await removed(cluster(), pod.name);
      await until(async () => (await node.containers()).length === 0);
    });

    test('a container runs without a client: one that attaches gets what is written afterwards', async () => {
      const { api, pods, node } = cluster();
      await pods.create(shellPod('early', 'echo before; read line; echo "after $line"; cat >/dev/null; exit 3'));
      await runningPod(cluster(), 'early');
      await until(() => node.nodeLog().includes('before'));
      const stream = await attach(api, { pod: 'early', container: 'sandbox' });
      stream.write('hello\n');
      const [first] = await stream.take(1).toArray();
      expect(String(first)).toBe('after hello\n');
      // The client has left, so standard input is closed.
      expect((await inPhase(cluster(), 'early', 'Failed')).status.containerStatuses).toMatchObject([
        { state: { terminated: { exitCode: 3, reason: 'Error' } } },
      ]);
      expect(node.nodeLog().toString()).toBe('before\nafter hello\n');
    });

    test('a pod that is deleted stays until its container no longer exists', async () => {
      const { pods, node } = cluster();
      const pod = await pods.create(shellPod('deleted', 'trap "" TERM; echo ready; while :; do sleep 1; done'));
      await runningPod(cluster(), 'deleted');
      await until(() => node.nodeLog().includes('ready'));
      await pods.delete(pod, { graceSeconds: 1 });
      expect(await pods.get('deleted')).toMatchObject({ isEnding: true });
      expect(await node.containers()).toHaveLength(1);
      await removed(cluster(), 'deleted');
      expect(await node.containers()).toEqual([]);
    });
  },
  { keepsWarm: false },
);
