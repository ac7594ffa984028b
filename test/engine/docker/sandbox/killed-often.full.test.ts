/** Kills daemons at random times while they boot containers as fast as they can, and checks the engine 10 s later. */
import { platform } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type Docker from 'dockerode';
import { describe, expect, test } from 'vitest';
import { execute } from '../../../../src-shared/contracts/executions.contract.ts';
import { updateSettings } from '../../../../src-shared/contracts/settings.contract.ts';
import { type ReadyDaemon, startChildDaemon, temporaryDataDir } from '../../../support/daemon/child-daemon.ts';
import { registerUser, type TestUser } from '../../../support/daemon/test-daemon.ts';
import { instanceOf } from '../../../support/engine/docker.ts';
import { until } from '../../../support/until.ts';
import { containersOf, describeWithDocker } from '../docker-fixture.ts';
import { isRunning, removerOf } from './removers.ts';

const kills = 24;
const limitMs = 10_000;
const lanes = 8;
/** The daemon is killed within this time after the load started. */
const longestLoadMs = 1500;

interface Killed {
  instance: string;
  dataDir: string;
  remover: number;
  /** The containers, bridges and remover that existed right after the kill. */
  before: Docker.ContainerInfo[];
}

describe.skipIf(platform !== 'linux')('a daemon that boots containers as fast as it can', () => {
  describeWithDocker('and is killed', (fixture) => {
    test(`leaves nothing 10 s after each of ${kills} kills at random times`, { timeout: 600_000 }, async () => {
      const { docker } = fixture();
      const left: Promise<string[]>[] = [];
      for (let count = 0; count < kills; count++) {
        const killed = await killUnderLoad(docker);
        left.push(sleep(limitMs).then(() => remainsOf(docker, killed)));
      }
      expect((await Promise.all(left)).flat()).toEqual([]);
    });

    test('leaves containers if its remover is killed too', { timeout: 600_000 }, async () => {
      const { docker } = fixture();
      const created: string[] = [];
      for (let count = 0; count < kills && created.length === 0; count++) {
        const killed = await killUnderLoad(docker, { withoutRemover: true });
        await sleep(limitMs);
        created.push(...(await containersOf(docker, killed.instance)).map(({ State }) => State));
        await removeAll(docker, killed);
      }
      expect(new Set(created)).toEqual(new Set(['created']));
    });

    test('does not affect a daemon that is started at once on the same data', { timeout: 600_000 }, async () => {
      const { docker } = fixture();
      for (let count = 0; count < 4; count++) {
        const killed = await killUnderLoad(docker);
        const next = await startChildDaemon(killed.dataDir);
        const user = await registerUser(next.url);
        await user.client.call(updateSettings, { body: { network: { allowed: true } } });
        const outputs = await runWhile(user, () => isRunning(killed.remover));
        expect(new Set(outputs)).toEqual(new Set(['up\n']));
        const old = new Set(killed.before.map(({ Id }) => Id));
        expect((await containersOf(docker, killed.instance)).filter(({ Id }) => old.has(Id))).toEqual([]);
        next.process.kill('SIGTERM');
        expect(await next.exited).toMatchObject({ code: 0 });
        expect(await remainsOf(docker, killed)).toEqual([]);
      }
    });

    test('restarts a remover that was killed', async () => {
      const daemon = await startChildDaemon(temporaryDataDir().dataDir);
      const first = await removerOf(daemon.process.pid);
      process.kill(first, 'SIGKILL');
      await until(() => !isRunning(first));
      const second = await removerOf(daemon.process.pid);
      daemon.process.kill('SIGTERM');
      expect(await daemon.exited).toMatchObject({ code: 0 });
      expect(isRunning(second)).toBe(false);
    });
  });
});

async function killUnderLoad(docker: Docker, { withoutRemover = false } = {}): Promise<Killed> {
  const { dataDir } = temporaryDataDir();
  const daemon = await startChildDaemon(dataDir);
  const user = await registerUser(daemon.url);
  await user.client.call(updateSettings, { body: { network: { allowed: true } } });
  const remover = await removerOf(daemon.process.pid);
  const loads = Array.from({ length: lanes }, (_, lane) => load(daemon, user, lane));
  await sleep(Math.random() * longestLoadMs);
  if (withoutRemover) process.kill(remover, 'SIGKILL');
  daemon.process.kill('SIGKILL');
  await daemon.exited;
  await Promise.all(loads);
  const instance = instanceOf(dataDir);
  return { instance, dataDir, remover, before: await containersOf(docker, instance) };
}

/** Runs programs, each in a new container and every fourth with network access, until the daemon is killed. */
async function load(daemon: ReadyDaemon, { client }: TestUser, lane: number): Promise<void> {
  const body = { language: 'bash', code: ':', memoryMb: 40 + lane, network: lane % 4 === 0 ? 'full' : 'none' } as const;
  while (daemon.process.signalCode === null) {
    // The requests fail when the daemon is killed.
    const isOver = await client.call(execute, { body }).then(
      () => false,
      () => true,
    );
    if (isOver) return;
  }
}

/** Runs programs one after the other while a condition holds, and then once more. Returns their output. */
async function runWhile({ client }: TestUser, question: () => boolean): Promise<string[]> {
  const outputs: string[] = [];
  for (let isLast = false; !isLast; ) {
    isLast = !question();
    for (const network of ['none', 'full'] as const) {
      const { stdout } = await client.call(execute, { body: { language: 'bash', code: 'echo up', network } });
      outputs.push(stdout);
    }
  }
  return outputs;
}

/** Describes the containers, bridges and remover of a daemon in a readable form. */
async function remainsOf(docker: Docker, { instance, remover }: Killed): Promise<string[]> {
  const filters = { label: [`app.strongroom.instance=${instance}`] };
  const containers = await containersOf(docker, instance);
  const networks = await docker.listNetworks({ filters });
  return [
    ...containers.map(({ State, Labels }) => `${Labels['app.strongroom.role']} ${State}`),
    ...networks.map(({ Name }) => `network ${Name}`),
    ...(isRunning(remover) ? [`process ${remover}`] : []),
  ];
}

async function removeAll(docker: Docker, { instance }: Killed): Promise<void> {
  for (const { Id } of await containersOf(docker, instance)) await docker.getContainer(Id).remove({ force: true });
  const networks = await docker.listNetworks({ filters: { label: [`app.strongroom.instance=${instance}`] } });
  for (const { Id } of networks) await docker.getNetwork(Id).remove();
  await until(async () => (await containersOf(docker, instance)).length === 0);
}
