/** Clusters that lack something, and faults that leave pods behind. */
import { afterEach, expect, test } from 'vitest';
import { describeWithDocker, jobOf, run } from '../docker/docker-fixture.ts';
import {
  type ClusterFixture,
  type ClusterFixtureOptions,
  creationCount,
  newClusterEngine,
  startClusterEngine,
} from './cluster-engine.ts';

const never = new AbortController().signal;

describeWithDocker(
  'a cluster',
  (fixture) => {
    const started: ClusterFixture[] = [];

    async function start(options: ClusterFixtureOptions = {}): Promise<ClusterFixture> {
      const cluster = await startClusterEngine(fixture(), options);
      started.push(cluster);
      return cluster;
    }

    afterEach(async () => {
      for (const { engine, node, server } of started.splice(0)) {
        await engine.stop();
        await node.stop();
        await server.stop();
      }
    });

    test('whose node was lost interrupts a run', async () => {
      const { engine, node, podNames } = await start();
      const result = engine.run(jobOf({ code: 'echo up; sleep 600' }), {
        onOutput: () => void podNames().then(([name = '']) => node.loseNode(name)),
        signal: never,
      });
      await expect(result).rejects.toMatchObject({ code: 'run_interrupted' });
    });

    test('loses the pods of a daemon that was killed at the next start of its instance, and no others', async () => {
      const { engine, server, instanceId, podNames } = await start();
      const up = Promise.withResolvers<void>();
      const killed = engine.run(jobOf({ code: 'echo up; sleep 600' }), { onOutput: () => up.resolve(), signal: never });
      const interrupted = expect(killed).rejects.toMatchObject({ code: 'run_interrupted' });
      await up.promise;
      const other = newClusterEngine(server, fixture().engine);
      await other.engine.start();
      expect(await podNames()).toHaveLength(1);
      await other.engine.stop();
      const next = newClusterEngine(server, fixture().engine, { instanceId });
      await next.engine.start();
      await interrupted;
      await next.engine.stop();
    });

    test('that does not enforce network policies has no network sockets at all', async () => {
      const { engine } = await start({ node: { hasNetwork: true } });
      const code = `
import errno, socket
for family in (socket.AF_INET, socket.AF_INET6):
    try:
        socket.socket(family)
    except OSError as error:
        print(errno.errorcode[error.errno])
with socket.socket(socket.AF_UNIX): print("local")`;
      const result = await run(engine, { language: 'python', code });
      expect(result.stdout).toBe('EAFNOSUPPORT\nEAFNOSUPPORT\nlocal\n');
    });

    test.each([
      ['readOnlyRootFilesystem', 'a read-only root'],
      ['capabilities', 'no capabilities'],
      ['runAsUser', 'the user'],
      ['allowPrivilegeEscalation', 'no-new-privileges'],
      ['resources', 'the memory limit of'],
    ])('that ignores %s of a pod is refused', async (field, missing) => {
      const { engine } = await start({ droppedFields: [field] });
      expect(engine.status()).toMatchObject({ status: 'unavailable', reason: expect.stringContaining(missing) });
      await expect(run(engine, { code: 'true' })).rejects.toMatchObject({ code: 'engine_unavailable' });
    });

    test('that cannot pull the image says so, and which flags to look at', async () => {
      const { engine } = await start({ isRegistryDown: true });
      expect(engine.status()).toMatchObject({ reason: expect.stringMatching(/--kube-images.*--kube-pull-secret/) });
    });

    test('that refuses the user says what rights it needs', async () => {
      const { engine } = await start({ denied: ['create pods'] });
      expect(engine.status()).toMatchObject({ reason: expect.stringContaining('strongroom kube manifests') });
    });

    test('gives the right answers to a burst of 40 runs', async () => {
      const { engine, server } = await start();
      const before = creationCount(server);
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, index) => run(engine, { code: `echo ${index}` })),
      );
      expect(results.map(({ stdout }) => stdout)).toEqual(results.map((_, index) => `${index}\n`));
      expect(creationCount(server) - before).toBe(40);
    });

    test('gives a warm pod to a run, and no request is needed before its result', async () => {
      const { engine, server } = await start({ engine: { keepsWarm: true } });
      const isHot = async () => {
        let requests = server.requests.length;
        const result = await engine.run(jobOf({ language: 'python', code: 'print(1)' }), {
          onOutput: () => {
            requests = server.requests.length - requests;
          },
          signal: never,
        });
        return result.status === 'succeeded' && requests === 0;
      };
      await expect.poll(isHot, { timeout: 60_000, interval: 500 }).toBe(true);
    });
  },
  { keepsWarm: false },
);
