import { expect, test } from 'vitest';
import { sandboxOptions } from '../../../../src-daemon/engine/docker/sandbox/container-options.ts';
import type { Engine, EngineStatus } from '../../../../src-daemon/engine/engine.ts';
import { until } from '../../../support/until.ts';
import { containersOf, describeWithDocker, jobOf, newEngine, run, sandboxImage } from '../docker-fixture.ts';
import { createEngineProxy } from './engine-proxy.ts';

describeWithDocker(
  'an engine whose connection is lost',
  (fixture) => {
    test('makes the active run fail with the reason, and is used again when it is back', async () => {
      const { proxy, engine, instanceId } = await startBehindProxy();
      const { running } = await startRun(engine);
      const failed = expect(running).rejects.toMatchObject({ code: 'engine_unavailable' });
      await proxy.cut();
      await failed;
      await until(() => engine.status().status === 'unavailable');
      expect(() => engine.admit(jobOf({ language: 'python' }))).toThrow(
        expect.objectContaining({ code: 'engine_unavailable' }),
      );

      await proxy.open();
      await until(() => engine.status().status === 'ready');
      expect((await run(engine, { code: 'echo back' })).stdout).toBe('back\n');
      await until(async () => (await containersOf(fixture().docker, instanceId)).length === 0);
      await engine.stop();
      await proxy.cut();
    });

    test('is the reason of the failure, even if its containers exited first', async () => {
      const { docker } = fixture();
      const { proxy, engine, instanceId } = await startBehindProxy();
      const { running } = await startRun(engine);
      const [container] = await containersOf(docker, instanceId);
      // Expected before the kill: the run may fail while the kill is still awaited.
      const failed = expect(running).rejects.toMatchObject({ code: 'engine_unavailable' });
      proxy.refuse();
      await docker.getContainer(container?.Id ?? '').kill();
      await failed;
      await engine.stop();
      await proxy.cut();
    });

    test('is detected even if it only hangs', async () => {
      const proxy = createEngineProxy();
      await proxy.open();
      const { engine } = newEngine({ environment: { DOCKER_HOST: `unix://${proxy.socketPath}` } });
      await engine.start();
      expect(engine.status()).toEqual({ name: 'docker', status: 'ready', place: 'machine' });
      proxy.freeze();
      await until(() => engine.status().status === 'unavailable');
      proxy.thaw();
      await engine.stop();
      await proxy.cut();
    });

    test('has no container of the daemon if it answers again while the daemon stops', async () => {
      const { docker } = fixture();
      const { proxy, engine, instanceId } = await startBehindProxy();
      // The container was created but not started, so it has no init process that could exit.
      const options = {
        imageId: sandboxImage(fixture()),
        instanceId,
        uid: 2_000_000,
        memoryMb: 64,
        runtime: undefined,
      };
      await docker.createContainer(sandboxOptions(options));
      proxy.freeze();
      await until(() => engine.status().status === 'unavailable');
      proxy.thaw();
      await engine.stop();
      expect(await containersOf(docker, instanceId)).toEqual([]);
      await proxy.cut();
    });
  },
  { keepsWarm: false },
);

describeWithDocker(
  'an engine that is not there',
  () => {
    test('is reported as unavailable with the next step, and is found once it runs', async () => {
      const proxy = createEngineProxy();
      const { engine } = newEngine({ environment: { DOCKER_HOST: `unix://${proxy.socketPath}` } });
      await engine.start();
      expect(engine.status()).toEqual<EngineStatus>({
        name: 'docker',
        place: 'machine',
        status: 'unavailable',
        reason: 'No Docker engine was found.',
        nextStep: 'npm run engine',
      });
      expect(engine.languages().filter(({ available }) => available)).toEqual([]);
      await expect(run(engine, { code: 'echo x' })).rejects.toMatchObject({ code: 'engine_unavailable' });
      await proxy.open();
      await until(() => engine.status().status === 'ready');
      expect((await run(engine, { code: 'echo found' })).stdout).toBe('found\n');
      await engine.stop();
      await proxy.cut();
    });
  },
  { keepsWarm: false },
);

/** Starts an engine that reaches Docker only through a proxy, and has no warm containers. */
async function startBehindProxy() {
  const proxy = createEngineProxy();
  await proxy.open();
  const environment = { DOCKER_HOST: `unix://${proxy.socketPath}` };
  const { engine, instanceId } = newEngine({ environment, keepsWarm: false });
  await engine.start();
  return { proxy, engine, instanceId };
}

/** Starts a run of a minute, and waits for its first output. */
async function startRun(engine: Engine) {
  const started = Promise.withResolvers<void>();
  const running = engine.run(jobOf({ code: 'echo up; sleep 60', timeoutMs: 60_000 }), {
    signal: new AbortController().signal,
    onOutput: () => started.resolve(),
  });
  await started.promise;
  return { running };
}
