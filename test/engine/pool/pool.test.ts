import type Docker from 'dockerode';
import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { containersOf, describeWithDocker, newEngine, run } from '../docker/docker-fixture.ts';
import { createEngineProxy } from '../docker/link/engine-proxy.ts';

const mebibyte = 1024 * 1024;

describeWithDocker(
  'the pool',
  (fixture) => {
    test('has a container of every language of the base image waiting, hardened like any other', async () => {
      const { docker, instanceId } = fixture();
      await until(async () => (await waiting(docker, instanceId)).length === 4);
      for (const { Id } of await waiting(docker, instanceId)) {
        const { HostConfig, Config, Mounts } = await docker.getContainer(Id).inspect();
        expect(HostConfig).toMatchObject({
          NetworkMode: 'none',
          ReadonlyRootfs: true,
          AutoRemove: true,
          CapDrop: ['ALL'],
          SecurityOpt: ['no-new-privileges', expect.stringMatching(/^seccomp=\{/)],
          Memory: 256 * mebibyte,
          MemorySwap: 256 * mebibyte,
          PidsLimit: 64,
          LogConfig: { Type: 'none' },
        });
        expect(Config.User).toBe('65534:65534');
        expect(Mounts).toEqual([]);
      }
    });

    test('gives each container to one run, and puts another in its place', async () => {
      const { engine, docker, instanceId } = fixture();
      await until(async () => (await waiting(docker, instanceId)).length === 4);
      const before = (await waiting(docker, instanceId)).map(({ Id }) => Id);
      expect((await run(engine, { language: 'python', code: 'print(1)' })).stdout).toBe('1\n');
      await until(async () => {
        const now = (await waiting(docker, instanceId)).map(({ Id }) => Id);
        return now.length === 4 && now.filter((id) => before.includes(id)).length === 3;
      });
    });

    test('replaces a container that was ended while it waited, and no run notices', async () => {
      const { engine, docker, instanceId } = fixture();
      await until(async () => (await waiting(docker, instanceId)).length === 4);
      const found = await waiting(docker, instanceId);
      await Promise.all(found.map(({ Id }) => docker.getContainer(Id).kill()));
      const results = await Promise.all(
        ['python', 'javascript', 'bash'].map((language) => run(engine, { language, code: programs[language] ?? '' })),
      );
      expect(results.map(({ stdout }) => stdout)).toEqual(['hi\n', 'hi\n', 'hi\n']);
    });
  },
  { keepsWarm: true },
);

const programs: Record<string, string> = { python: 'print("hi")', javascript: 'console.log("hi")', bash: 'echo hi' };

describeWithDocker('warm containers', (fixture) => {
  test('are gone when the engine is stopped, also while more boot', async () => {
    const { docker } = fixture();
    for (const pauseMs of [0, 150, 400]) {
      const { engine, instanceId } = newEngine({ keepsWarm: true });
      await engine.start();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      await engine.stop();
      expect(await containersOf(docker, instanceId)).toEqual([]);
    }
  });

  test('are gone before the stop, when it is announced, and runs go on without them', async () => {
    const { docker } = fixture();
    const { engine, instanceId } = newEngine({ keepsWarm: true });
    await engine.start();
    await until(async () => (await waiting(docker, instanceId)).length === 4);
    engine.windDown();
    await until(async () => (await containersOf(docker, instanceId)).length === 0);
    expect((await run(engine, { code: 'echo on' })).stdout).toBe('on\n');
    await until(async () => (await containersOf(docker, instanceId)).length === 0);
    await engine.stop();
  });

  test('of a lost connection are gone, and others wait at the next', async () => {
    const { docker } = fixture();
    const proxy = createEngineProxy();
    await proxy.open();
    const environment = { DOCKER_HOST: `unix://${proxy.socketPath}` };
    const { engine, instanceId } = newEngine({ environment, keepsWarm: true });
    await engine.start();
    await until(async () => (await waiting(docker, instanceId)).length === 4);
    const before = (await containersOf(docker, instanceId)).map(({ Id }) => Id);
    await proxy.cut();
    await until(async () => (await containersOf(docker, instanceId)).length === 0);
    await until(() => engine.status().status === 'unavailable');
    await proxy.open();
    await until(async () => (await waiting(docker, instanceId)).length === 4);
    expect((await containersOf(docker, instanceId)).filter(({ Id }) => before.includes(Id))).toEqual([]);
    expect((await run(engine, { language: 'python', code: 'print(1)' })).stdout).toBe('1\n');
    await engine.stop();
    await proxy.cut();
  });
});

function isRunning({ State }: Docker.ContainerInfo): boolean {
  return State === 'running';
}

/** What is up and belongs to no run. */
async function waiting(docker: Docker, instanceId: string): Promise<Docker.ContainerInfo[]> {
  return (await containersOf(docker, instanceId)).filter(isRunning);
}
