/** A cluster with more work than room, a slow one, and one that asks for patience. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { describeWithDocker, jobOf, run } from '../docker/docker-fixture.ts';
import { type ClusterFixture, creationCount, startClusterEngine } from './cluster-engine.ts';

describeWithDocker(
  'at overload',
  (fixture) => {
    let cluster: ClusterFixture | undefined;

    async function start(keepsWarm = false): Promise<ClusterFixture> {
      cluster = await startClusterEngine(fixture(), { engine: { keepsWarm } });
      return cluster;
    }

    afterEach(async () => {
      await cluster?.engine.stop();
      await cluster?.node.stop();
      await cluster?.server.stop();
    });

    const burst = (engine: ClusterFixture['engine'], count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) => run(engine, { code: `echo ${index}`, timeoutMs: 60_000 })),
      );
    const outputs = (count: number) => Array.from({ length: count }, (_, index) => `${index}\n`);

    test('a full cluster lets runs wait for room, and creates one pod for each', async () => {
      const { engine, node, server } = await start();
      const before = creationCount(server);
      node.isFull = true;
      const results = burst(engine, 20);
      await sleep(3000);
      // Pods that no node takes count: no further ones are created for the same runs.
      expect(creationCount(server) - before).toBeLessThanOrEqual(20);
      node.isFull = false;
      expect((await results).map(({ stdout }) => stdout)).toEqual(outputs(20));
      expect(creationCount(server) - before).toBe(20);
    });

    test('a cluster that was full gets the next pod when a node has taken the one before', async () => {
      const { engine, node, server } = await start();
      node.isFull = true;
      const first = run(engine, { code: 'echo first', timeoutMs: 60_000 });
      await sleep(1000);
      const before = creationCount(server);
      const rest = burst(engine, 12);
      await sleep(2000);
      expect(creationCount(server) - before).toBe(0);
      node.isFull = false;
      expect((await first).stdout).toBe('first\n');
      expect((await rest).map(({ stdout }) => stdout)).toEqual(outputs(12));
      expect(creationCount(server) - before).toBe(12);
    });

    test('a daemon that stops does not wait for a full or slow cluster, and leaves no pod', async () => {
      const { engine, node, podNames } = await start();
      node.startLatencyMs = 20_000;
      const slow = Promise.allSettled(Array.from({ length: 3 }, () => run(engine, { memoryMb: 128, code: 'echo 1' })));
      await expect.poll(async () => (await podNames()).length).toBeGreaterThanOrEqual(3);
      node.isFull = true;
      const full = Promise.allSettled(Array.from({ length: 30 }, () => run(engine, { code: 'echo 1' })));
      await sleep(1000);
      const startedAt = performance.now();
      await engine.stop();
      expect(performance.now() - startedAt).toBeLessThan(3500);
      expect(await podNames()).toEqual([]);
      const results = [...(await slow), ...(await full)];
      const ends = new Set(results.map((result) => (result.status === 'fulfilled' ? result.value.status : 'rejected')));
      expect([...ends].filter((end) => end !== 'cancelled' && end !== 'rejected')).toEqual([]);
    });

    test('pods that wait for room are not created again while nothing changes', async () => {
      const { engine, node, server } = await start(true);
      await expect
        .poll(() => run(engine, { language: 'python', code: 'print(1)' }).then(({ stdout }) => stdout))
        .toBe('1\n');
      node.isFull = true;
      await run(engine, { language: 'python', code: 'print(1)' });
      await sleep(2000);
      const before = creationCount(server);
      await sleep(4000);
      expect(creationCount(server) - before).toBeLessThanOrEqual(1);
      node.isFull = false;
    });

    test('a server that asks for patience gets it, and loses no run', async () => {
      const { engine, server } = await start();
      const late = { status: 429, headers: { 'retry-after': '1' }, body: '{}' };
      server.plant(...Array.from({ length: 10 }, () => late));
      const startedAt = performance.now();
      const results = await burst(engine, 10);
      expect(results.map(({ stdout }) => stdout)).toEqual(outputs(10));
      expect(performance.now() - startedAt).toBeGreaterThan(1000);
    });

    test('a slow cluster is waited for, and a run that is cancelled before it starts leaves nothing', async () => {
      const { engine, node, podNames } = await start();
      node.startLatencyMs = 3000;
      const end = new AbortController();
      const cancelled = engine.run(jobOf({ code: 'echo never', timeoutMs: 60_000 }), {
        onOutput: () => {},
        signal: end.signal,
      });
      const rest = burst(engine, 10);
      setTimeout(() => end.abort(), 500);
      await cancelled.catch(() => {});
      expect((await rest).map(({ stdout }) => stdout)).toEqual(outputs(10));
      await expect.poll(async () => (await podNames()).length, { timeout: 20_000 }).toBe(0);
    });

    test('a quota that is used up lets runs wait until pods have ended', async () => {
      const { engine, server } = await start();
      server.pods.quota = 4;
      const results = await burst(engine, 12);
      expect(results.map(({ stdout }) => stdout)).toEqual(outputs(12));
    });
  },
  { keepsWarm: false },
);
