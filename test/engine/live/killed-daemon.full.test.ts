import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import type Docker from 'dockerode';
import { afterEach, expect, test } from 'vitest';
import { newTestInstance } from '../../support/leftovers/instances.ts';
import { until } from '../../support/until.ts';
import { containersOf, describeWithDocker, newEngine, resourcesDir, runtimeDir } from '../docker/docker-fixture.ts';
import { isHere, processesMarked } from '../docker/sandbox/marked-processes.ts';
import { findRemover } from '../docker/sandbox/removers.ts';

const count = 8;
const program = join(import.meta.dirname, 'engine-process.ts');

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
});

/** Starts a process with 8 sandboxes, of which one is paused. Every sandbox has two processes with the mark. */
async function startEngine(instanceId: string, mark: string) {
  const args = [program, instanceId, resourcesDir, runtimeDir, String(count), mark];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  const exited = once(child, 'exit');
  const line = await Promise.race([once(child.stdout, 'data'), exited]);
  expect(String(line[0])).toBe('ready\n');
  return { child, exited };
}

const running = async (docker: Docker, instanceId: string) =>
  (await containersOf(docker, instanceId)).filter(({ State }) => State === 'running');

describeWithDocker(
  'a process that is killed with 8 live sandboxes, one of which is paused',
  (fixture) => {
    test('leaves no running process, and its remover removes the paused one', async () => {
      const { docker } = fixture();
      const instanceId = newTestInstance();
      const mark = `live-${randomUUID()}`;
      const { child, exited } = await startEngine(instanceId, mark);
      expect(await containersOf(docker, instanceId)).toHaveLength(count);
      if (await isHere(docker)) await until(async () => (await processesMarked(mark)) === 2 * count);
      child.kill('SIGKILL');
      await exited;
      await until(async () => (await running(docker, instanceId)).length === 0);
      await until(async () => (await containersOf(docker, instanceId)).length === 0);
      expect(await processesMarked(mark)).toBe(0);
    }, 60_000);

    test('and loses its remover, leaves nothing after the next start', async () => {
      const { docker } = fixture();
      const instanceId = newTestInstance();
      const mark = `live-${randomUUID()}`;
      const { child, exited } = await startEngine(instanceId, mark);
      const remover = findRemover(child.pid);
      if (remover !== undefined) process.kill(remover, 'SIGKILL');
      child.kill('SIGKILL');
      await exited;
      await until(async () => (await running(docker, instanceId)).length === 0);
      const { engine } = newEngine({ instanceId, keepsWarm: false });
      await engine.start();
      expect(await containersOf(docker, instanceId)).toEqual([]);
      expect(await processesMarked(mark)).toBe(0);
      await engine.stop();
    }, 60_000);
  },
  { keepsWarm: false },
);
