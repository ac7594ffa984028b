/** Kills a daemon with twelve active runs and checks which containers, volumes and networks remain after its restart. */
import type Docker from 'dockerode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { execute, listExecutions } from '../../../../src-shared/contracts/executions.contract.ts';
import { addPackage } from '../../../../src-shared/contracts/packages.contract.ts';
import { updateSettings } from '../../../../src-shared/contracts/settings.contract.ts';
import { type PackageIndex, startPackageIndex } from '../../../daemon/packages/package-index.ts';
import { settled } from '../../../daemon/packages/settled.ts';
import { buildWheel } from '../../../daemon/packages/wheels.ts';
import { createApiClient } from '../../../support/api-client.ts';
import { startChildDaemon, temporaryDataDir } from '../../../support/daemon/child-daemon.ts';
import { registerUser, type TestUser } from '../../../support/daemon/test-daemon.ts';
import { instanceOf, listLayers } from '../../../support/engine/docker.ts';
import { openEventStream } from '../../../support/event-stream.ts';
import { until } from '../../../support/until.ts';
import { containersOf, describeWithDocker } from '../docker-fixture.ts';

const inFlight = 12;
/** Number of concurrent runs on the smallest machine. The other runs are queued. */
const running = 8;
const staying = 'import os, sys, time\nif os.fork() == 0: os.setsid()\nprint("up")\ntime.sleep(600)';
const programs = [
  { language: 'python', code: staying, network: 'full' },
  { language: 'python', code: `import first\n${staying}` },
  { language: 'bash', code: 'setsid sleep 600 & echo up; sleep 600' },
];

describeWithDocker(
  'a daemon that is killed with twelve active runs',
  (fixture) => {
    let index: PackageIndex;
    beforeAll(async () => {
      index = await startPackageIndex();
      index.publish(buildWheel({ name: 'first', version: '1.0' }));
    });
    afterAll(() => index.stop());

    test('keeps only its pool and its package layer after a restart', {
      timeout: 180_000,
    }, async () => {
      const { docker } = fixture();
      const data = temporaryDataDir();
      const first = await startChildDaemon(data.dataDir);
      const instance = instanceOf(data.dataDir);
      const user = await registerUser(first.url);
      await prepare(user, index.url);
      const layers = await listLayers(instance);
      await startAll(user);
      const before = await containersOf(docker, instance);
      expect(rolesOf(before)).toMatchObject({ netns: inFlight / programs.length });
      expect(await networksOf(docker, instance)).toHaveLength(1);
      first.process.kill('SIGKILL');
      await first.exited;

      const second = await startChildDaemon(data.dataDir);
      const old = new Set(before.map(({ Id }) => Id));
      await until(async () => {
        const left = (await containersOf(docker, instance)).filter(({ Id, Labels }) => old.has(Id) || isOfRun(Labels));
        return left.length === 0 && (await networksOf(docker, instance)).length === 0;
      });
      expect(Object.keys(rolesOf(await containersOf(docker, instance))).filter((role) => role !== 'sandbox')).toEqual(
        [],
      );
      expect({ layers: layers.length, now: await listLayers(instance) }).toEqual({ layers: 1, now: layers });
      const { executions } = await createApiClient(second.url, user.client.credential).call(listExecutions);
      expect(executions.map(({ status }) => status)).toEqual(Array(inFlight).fill('interrupted'));

      second.process.kill('SIGTERM');
      expect(await second.exited).toMatchObject({ code: 0 });
      expect(await containersOf(docker, instance)).toEqual([]);
    });
  },
  { keepsWarm: false },
);

async function prepare({ client }: TestUser, pipIndexUrl: string): Promise<void> {
  await client.call(updateSettings, { body: { network: { allowed: true }, installer: { pipIndexUrl } } });
  await client.call(addPackage, { body: { language: 'python', name: 'first' } });
  expect(await settled(client)).toMatchObject([{ status: 'installed' }]);
}

/** Starts all runs, those with network access first. Resolves when as many as can run at once have printed a line. */
async function startAll({ client: { url, credential: headers } }: TestUser): Promise<void> {
  const states: string[] = [];
  const follow = async (body: object) => {
    const stream = await openEventStream(url, { method: 'POST', path: execute.path, headers, body });
    const at = states.push('waits') - 1;
    for (let event = await stream.next(); event !== undefined; event = await stream.next())
      if (event.event !== 'started') states[at] = event.event === 'stdout' ? 'up' : JSON.stringify(event.data);
  };
  for (const program of programs) {
    for (let count = 0; count < inFlight / programs.length; count++) {
      // The streams fail when the daemon is killed.
      follow({ ...program, timeoutMs: 600_000, memoryMb: 64 }).catch(() => undefined);
    }
    const expected = Math.min(states.length + inFlight / programs.length, running);
    await until(() => states.filter((state) => state !== 'waits').length >= expected);
  }
  await until(() => states.length === inFlight);
  expect(states.toSorted()).toEqual([...Array(running).fill('up'), ...Array(inFlight - running).fill('waits')]);
}

function rolesOf(containers: Docker.ContainerInfo[]): Record<string, number> {
  const roles = containers.map(({ Labels }) => Labels['app.strongroom.role'] ?? '');
  return Object.fromEntries([...new Set(roles)].map((role) => [role, roles.filter((other) => other === role).length]));
}

function isOfRun(labels: Record<string, string>): boolean {
  return labels['app.strongroom.execution'] !== undefined;
}

async function networksOf(docker: Docker, instance: string): Promise<unknown[]> {
  return docker.listNetworks({ filters: { label: [`app.strongroom.instance=${instance}`] } });
}
