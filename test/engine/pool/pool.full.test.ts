import type Docker from 'dockerode';
import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { containersOf, describeWithDocker, newEngine, run } from '../docker/docker-fixture.ts';
import { createEngineProxy } from '../docker/link/engine-proxy.ts';

/** A user and a group of the range, which are the same. */
const ownUser = /^(20\d{5}):\1$/;

const mebibyte = 1024 * 1024;

describeWithDocker(
  'the pool',
  (fixture) => {
    test('has a warm container of every language of the base image, with the usual hardening', async () => {
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
        expect(Config.User).toMatch(ownUser);
        expect(Mounts).toEqual([]);
      }
    });

    test('uses each container for one run and replaces it', async () => {
      const { engine, docker, instanceId } = fixture();
      await until(async () => (await waiting(docker, instanceId)).length === 4);
      const before = (await waiting(docker, instanceId)).map(({ Id }) => Id);
      expect((await run(engine, { language: 'python', code: 'print(1)' })).stdout).toBe('1\n');
      await until(async () => {
        const now = (await waiting(docker, instanceId)).map(({ Id }) => Id);
        return now.length === 4 && now.filter((id) => before.includes(id)).length === 3;
      });
    });

    test('replaces a warm container that was killed, without an effect on runs', async () => {
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

describeWithDocker(
  'warm containers',
  (fixture) => {
    test('are removed when the engine stops, even while others boot', async () => {
      const { docker } = fixture();
      for (const pauseMs of [0, 150, 400]) {
        const { engine, instanceId } = newEngine({ keepsWarm: true });
        await engine.start();
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        await engine.stop();
        expect(await containersOf(docker, instanceId)).toEqual([]);
      }
    });

    test('are removed when a stop is announced, and runs continue without them', async () => {
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

    test('are removed when the connection is lost, and replaced after it is back', async () => {
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
  },
  { keepsWarm: false },
);

function isRunning({ State }: Docker.ContainerInfo): boolean {
  return State === 'running';
}

/** Lists the running containers that belong to no run. */
async function waiting(docker: Docker, instanceId: string): Promise<Docker.ContainerInfo[]> {
  return (await containersOf(docker, instanceId)).filter(isRunning);
}
