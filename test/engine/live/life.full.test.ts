import { expect, test } from 'vitest';
import { SandboxEndedError } from '../../../src-daemon/engine/live-sandbox.ts';
import { until } from '../../support/until.ts';
import {
  containersLabelled,
  containersOf,
  describeWithDocker,
  type Fixture,
  newEngine,
  run,
} from '../docker/docker-fixture.ts';
import { disposeAfterEach, openSandbox, shell, startShell } from './live-fixture.ts';
import { optionsOf } from './live-options.ts';

const mebibyte = 1024 * 1024;
/** Docker waits so long for a container that does not react to its stop. */
const dockerWaitMs = 10_000;

describeWithDocker('a live sandbox', suite, { keepsWarm: false });

function suite(fixture: () => Fixture): void {
  disposeAfterEach();

  test('has the limits of its request and the hardening of a run', async () => {
    const { engine, docker, instanceId } = fixture();
    const options = optionsOf({ memoryMb: 640, diskMb: 128 });
    await openSandbox(engine, options);
    const [container] = await containersOf(docker, instanceId);
    expect(container?.Labels).toMatchObject({
      'app.strongroom.role': 'sandbox',
      'app.strongroom.sandbox': options.id,
    });
    const { HostConfig: host, Config: config } = await docker.getContainer(container?.Id ?? '').inspect();
    expect(config.User).toMatch(/^(20\d{5}):\1$/);
    expect(host).toMatchObject({
      Memory: 640 * mebibyte,
      MemorySwap: 640 * mebibyte,
      PidsLimit: 256,
      NetworkMode: 'none',
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      Tmpfs: {
        '/work': expect.stringMatching(/size=128m,nr_inodes=64k/),
        '/tmp': expect.stringMatching(/size=64m,nr_inodes=64k/),
      },
    });
    expect(host.SecurityOpt?.some((option: string) => option.startsWith('seccomp='))).toBe(true);
  });

  test('answers every call with its end after it was disposed of, and leaves no container', async () => {
    const { sandbox, containers } = await openListed(fixture());
    const { process } = await startShell(sandbox, 'sleep 60');
    const begunAt = performance.now();
    await sandbox.dispose();
    expect(performance.now() - begunAt).toBeLessThan(dockerWaitMs);
    expect(await sandbox.ended).toBe('disposed');
    await expect(process.ended).rejects.toEqual(new SandboxEndedError('disposed'));
    await expect(sandbox.stat('')).rejects.toThrow(SandboxEndedError);
    await expect(startShell(sandbox, 'true')).rejects.toThrow(SandboxEndedError);
    await expect(sandbox.pause()).rejects.toThrow(SandboxEndedError);
    expect(await containers()).toEqual([]);
  });

  test('that is paused keeps its processes and files, and its link is not disturbed', async () => {
    const { engine } = fixture();
    const sandbox = await openSandbox(engine);
    const counting = await startShell(sandbox, 'i=0; while :; do echo $((i++)); sleep 0.02; done');
    await until(() => counting.stdout().length > 10);
    await sandbox.pause();
    await sandbox.pause();
    await new Promise((resolve) => setTimeout(resolve, 200));
    const frozen = counting.stdout();
    await new Promise((resolve) => setTimeout(resolve, 4000));
    expect(counting.stdout()).toBe(frozen);
    expect(engine.status().status).toBe('ready');
    expect((await run(engine, { code: 'echo next' })).stdout).toBe('next\n');
    await sandbox.resume();
    await sandbox.resume();
    await until(() => counting.stdout().length > frozen.length);
    const numbers = counting.stdout().trim().split('\n').map(Number);
    expect(numbers).toEqual(numbers.map((_, index) => index));
  });

  test('that is paused is disposed of without a wait', async () => {
    const { sandbox, containers } = await openListed(fixture());
    await startShell(sandbox, 'sleep 60');
    await sandbox.pause();
    const begunAt = performance.now();
    await sandbox.dispose();
    expect(performance.now() - begunAt).toBeLessThan(dockerWaitMs);
    expect(await containers()).toEqual([]);
  });

  test('whose container is removed by someone else ends as stopped', async () => {
    const { docker } = fixture();
    const { sandbox, containers } = await openListed(fixture());
    const [container] = await containers();
    await docker.getContainer(container?.Id ?? '').remove({ force: true });
    expect(await sandbox.ended).toBe('stopped');
    await expect(sandbox.usage()).rejects.toEqual(new SandboxEndedError('stopped'));
  });

  test('that is not created because its request ended leaves no container and no held place', async () => {
    const { engine, docker, instanceId } = fixture();
    const cancel = new AbortController();
    const opening = openSandbox(engine, {}, cancel.signal);
    setTimeout(() => cancel.abort(new Error('cancelled')), 20);
    await expect(opening).rejects.toThrow('cancelled');
    await until(async () => (await containersOf(docker, instanceId)).length === 0);
  });

  test('reports its usage', async () => {
    const { engine } = fixture();
    const sandbox = await openSandbox(engine);
    const before = await sandbox.usage();
    await shell(sandbox, 'head -c 20M /dev/zero > data');
    const after = await sandbox.usage();
    expect(after.diskUsedBytes - before.diskUsedBytes).toBe(20 * mebibyte);
    expect(after.memoryBytes - before.memoryBytes).toBeGreaterThan(10 * mebibyte);
    expect(after.memoryPeakBytes).toBeGreaterThanOrEqual(after.memoryBytes);
    expect(after.pids).toBeGreaterThanOrEqual(1);
  });

  test('beyond the memory that sandboxes may hold is refused, and a deleted one makes room', async () => {
    const { engine } = newEngine({ keepsWarm: false });
    await engine.start();
    const first = await openSandbox(engine, { memoryMb: 128 });
    await expect(openSandbox(engine, { memoryMb: 1024 * 1024 })).rejects.toMatchObject({
      code: 'sandbox_capacity_full',
    });
    await first.dispose();
    await openSandbox(engine, { memoryMb: 128 });
    await engine.stop();
  });

  test('ends when its engine stops', async () => {
    const { docker } = fixture();
    const { engine, instanceId } = newEngine({ keepsWarm: false });
    await engine.start();
    const [running, paused] = await Promise.all([openSandbox(engine), openSandbox(engine)]);
    await paused?.pause();
    await engine.stop();
    expect(await Promise.all([running?.ended, paused?.ended])).toEqual(['disposed', 'disposed']);
    expect(await containersOf(docker, instanceId)).toEqual([]);
    await expect(openSandbox(engine)).rejects.toMatchObject({ code: 'shutting_down' });
  });
}

/** Opens a sandbox. `containers` lists those that are left of it. */
async function openListed({ engine, docker }: Fixture) {
  const options = optionsOf();
  const sandbox = await openSandbox(engine, options);
  return { sandbox, containers: () => containersLabelled(docker, 'sandbox', options.id) };
}
