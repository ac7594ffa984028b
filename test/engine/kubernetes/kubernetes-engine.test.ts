/** Runs and live sandboxes in the pods of a fake cluster, and its faults. */
import { expect, test } from 'vitest';
import { describeWithDocker, jobOf, run } from '../docker/docker-fixture.ts';
import { openSandbox } from '../live/live-fixture.ts';
import { clusterEngineOf, creationCount } from './cluster-engine.ts';
import { defineClusterSuite, loopbackProgram, secret } from './cluster-suite.ts';

const never = new AbortController().signal;

describeWithDocker(
  'an engine at a cluster',
  (fixture) => {
    const cluster = clusterEngineOf(fixture);
    defineClusterSuite(cluster);

    const onlyPod = async () => (await cluster().podNames())[0] ?? '';

    test('sends no request between a job and its result, and no server or node has anything of it', async () => {
      const { engine, server, node } = cluster();
      let atStart = 0;
      const version = server.pods.version();
      const result = await engine.run(jobOf({ code: `echo '${secret}'; ls /sys/class/net; sleep 0.2; echo b` }), {
        onOutput: () => {
          atStart ||= server.requests.length;
        },
        signal: never,
      });
      expect(result.status).toBe('succeeded');
      expect(server.requests).toHaveLength(atStart);
      expect(node.nodeLog().includes(secret)).toBe(false);
      expect(JSON.stringify([server.requests, server.pods.since(version)])).not.toContain(secret);
    });

    test('runs programs that use the loopback interface, where the network of pods is closed', async () => {
      expect(await run(cluster().engine, { language: 'python', code: loopbackProgram })).toMatchObject({
        stdout: 'connected\n',
      });
    });

    test('reports a pod that was evicted after the start of its program, and does not run it again', async () => {
      const { engine, server, node } = cluster();
      const before = creationCount(server);
      const result = engine.run(jobOf({ code: 'echo up; sleep 600' }), {
        onOutput: () => void onlyPod().then(node.evict),
        signal: never,
      });
      await expect(result).rejects.toMatchObject({ code: 'run_interrupted', status: 503 });
      expect(creationCount(server) - before).toBe(1);
    });

    test('ends a live sandbox whose pod was evicted', async () => {
      const { engine, node } = cluster();
      const sandbox = await openSandbox(engine, { memoryMb: 256 });
      await node.evict(await onlyPod());
      expect(await sandbox.ended).toBe('engine_lost');
    });
  },
  { keepsWarm: false },
);
