import { expect, test } from 'vitest';
import { sandboxOptions } from '../../../../src-daemon/engine/docker/sandbox/container-options.ts';
import type { Engine } from '../../../../src-daemon/engine/engine.ts';
import { newTestInstance } from '../../../support/leftovers/instances.ts';
import { until } from '../../../support/until.ts';
import { containersOf, describeWithDocker, jobOf, newEngine, run, sandboxImage } from '../docker-fixture.ts';

/** Without warm containers, each container belongs to a run, so tests can count them. */
const countable = { keepsWarm: false };

describeWithDocker(
  'a cancelled run',
  (fixture) => {
    test('has the status cancelled, and its container is removed', async () => {
      const { engine, docker, instanceId } = fixture();
      const { running, cancel } = await startSleeping(engine);
      cancel.abort();
      expect(await running).toMatchObject({ status: 'cancelled', exitCode: null, signal: 'SIGKILL' });
      await until(async () => (await containersOf(docker, instanceId)).length === 0);
    });

    test('that was cancelled before it started uses no container', async () => {
      const { engine } = fixture();
      const result = await run(engine, { code: 'echo x' }, AbortSignal.abort());
      expect(result).toMatchObject({ status: 'cancelled', stdout: '', signal: null, startupMs: 0 });
    });
  },
  countable,
);

describeWithDocker(
  'a run whose container is killed from outside',
  (fixture) => {
    test('fails and does not hang', async () => {
      const { engine, docker, instanceId } = fixture();
      const { running } = await startSleeping(engine);
      const [listed] = await containersOf(docker, instanceId);
      await docker.getContainer(listed?.Id ?? '').kill();
      expect(await running).toMatchObject({ status: 'failed', exitCode: null, signal: 'SIGKILL' });
    });
  },
  countable,
);

describeWithDocker(
  'an engine that stops',
  (fixture) => {
    test('cancels its runs and leaves no container', async () => {
      const { engine, instanceId } = newEngine();
      await engine.start();
      const runs = await Promise.all([startSleeping(engine), startSleeping(engine), startSleeping(engine)]);
      await engine.stop();
      expect(await containersOf(fixture().docker, instanceId)).toEqual([]);
      for (const { running } of runs) expect((await running).status).toBe('cancelled');
      expect(() => engine.admit(jobOf({ language: 'python' }))).toThrow(
        expect.objectContaining({ code: 'shutting_down' }),
      );
    });
  },
  countable,
);

describeWithDocker(
  'an engine that starts',
  (fixture) => {
    test('removes the containers of an earlier daemon of its instance, and none of another instance', async () => {
      const { docker } = fixture();
      const mine = newTestInstance();
      const others = newTestInstance();
      const imageId = sandboxImage(fixture());
      for (const instanceId of [mine, others]) {
        const options = { imageId, instanceId, uid: 2_000_000, executionId: 'old', memoryMb: 64, runtime: undefined };
        const container = await docker.createContainer(sandboxOptions(options));
        if (instanceId === mine) await container.start();
      }
      const { engine } = newEngine({ instanceId: mine, keepsWarm: false });
      await engine.start();
      expect(await containersOf(docker, mine)).toEqual([]);
      const [kept] = await containersOf(docker, others);
      expect(kept).toBeDefined();
      await docker.getContainer(kept?.Id ?? '').remove({ force: true });
      await engine.stop();
    });
  },
  countable,
);

describeWithDocker(
  'many runs at once',
  (fixture) => {
    test('each return their own output and leave no container', async () => {
      const { engine, docker, instanceId } = fixture();
      const numbers = Array.from({ length: 24 }, (_, index) => index);
      const results = await Promise.all(
        numbers.map((number) =>
          run(engine, { code: `echo $N; cat; echo $N > file`, env: { N: `${number}` }, stdin: `${number}` }),
        ),
      );
      expect(results.map((result) => result.stdout)).toEqual(numbers.map((number) => `${number}\n${number}`));
      expect(results.some((result) => result.queuedMs > 0)).toBe(true);
      await until(async () => (await containersOf(docker, instanceId)).length === 0);
    });

    test('are refused when 100 are queued, with a time after which to retry', async () => {
      const { engine } = fixture();
      const cancel = new AbortController();
      const runs = Array.from({ length: 180 }, () =>
        engine.run(jobOf({ code: 'sleep 60' }), { signal: cancel.signal, onOutput: () => {} }),
      );
      const refused = await Promise.race(
        runs.map((promise) =>
          promise.then(
            () => undefined,
            (error: unknown) => error,
          ),
        ),
      );
      expect(refused).toMatchObject({ code: 'queue_full', retryAfterSeconds: expect.any(Number) });
      expect(() => engine.admit(jobOf({ language: 'bash' }))).toThrow(expect.objectContaining({ code: 'queue_full' }));
      cancel.abort();
      await Promise.allSettled(runs);
      expect((await run(engine, { code: 'echo again' })).stdout).toBe('again\n');
    });
  },
  countable,
);

describeWithDocker(
  'a job is refused',
  (fixture) => {
    test('when its language is not in the table', async () => {
      await expect(run(fixture().engine, { language: 'cobol' })).rejects.toMatchObject({ code: 'unknown_language' });
    });

    test('when its environment is larger than the kernel passes to a program', async () => {
      const env = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`V${index}`, 'x'.repeat(100_000)]));
      const details = [{ path: 'env.V10' }, { path: 'env.V11' }, { path: 'env.V12' }];
      await expect(run(fixture().engine, { env })).rejects.toMatchObject({ code: 'environment_too_large', details });
    });

    test('when an argument is longer than the kernel passes to a program', async () => {
      const refused = run(fixture().engine, { args: ['a', 'b', 'x'.repeat(131_072)] });
      await expect(refused).rejects.toMatchObject({ code: 'environment_too_large', details: [{ path: 'args[2]' }] });
    });
  },
  countable,
);

async function startSleeping(engine: Engine) {
  const cancel = new AbortController();
  const started = Promise.withResolvers<void>();
  const job = jobOf({ code: 'echo up; setsid sleep 600 & sleep 600', timeoutMs: 60_000 });
  const running = engine.run(job, { signal: cancel.signal, onOutput: () => started.resolve() });
  await Promise.race([started.promise, running.then((result) => Promise.reject(new Error(result.status)))]);
  return { running, cancel };
}
