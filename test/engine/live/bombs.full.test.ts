import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { describeWithDocker, type Fixture } from '../docker/docker-fixture.ts';
import { disposeAfterEach, openSandbox, shell, startShell } from './live-fixture.ts';

const bombs = [
  ['a fork bomb', 'bomb() { bomb | bomb & }; bomb; sleep 60'],
  ['memory', 'head -c 2G /dev/zero | tail -c 2G'],
  ['memory in many processes', 'for i in 1 2 3 4 5 6; do (head -c 400M /dev/zero | tail -c 400M) & done; wait'],
  ['a full disk', 'yes > /work/full; yes > /tmp/full; sleep 60'],
  ['a flood of files', 'cd /work; for ((;;)); do : > $((i++)); done 2>/dev/null'],
  ['a flood of output', 'yes & yes >&2'],
] as const;

describeWithDocker('a live sandbox under attack from inside', suite);

function suite(fixture: () => Fixture): void {
  disposeAfterEach();

  test.each(bombs)('by %s answers its usage and is disposed of', async (_what, script) => {
    const sandbox = await openSandbox(fixture().engine);
    await startShell(sandbox, script);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const usage = await sandbox.usage();
    expect(usage.pids).toBeLessThanOrEqual(256);
    await sandbox.dispose();
  });

  test('reports the process that the kernel killed for its memory, and continues', async () => {
    const sandbox = await openSandbox(fixture().engine, { memoryMb: 128 });
    expect(await shell(sandbox, 'exec python3 -c "x = b\\"x\\" * 10**9"')).toMatchObject({
      signal: 'SIGKILL',
      isOutOfMemory: true,
    });
    expect(await shell(sandbox, 'echo on')).toMatchObject({ exitCode: 0, stdout: 'on\n', isOutOfMemory: false });
  });

  test('by kills of everything, init included, continues', async () => {
    const sandbox = await openSandbox(fixture().engine);
    const other = await startShell(sandbox, 'echo up; sleep 60');
    await until(() => other.stdout() === 'up\n');
    await shell(sandbox, 'kill -9 1; kill -STOP 1; kill -9 -1');
    expect(await other.process.ended).toMatchObject({ signal: 'SIGKILL' });
    expect((await shell(sandbox, 'echo on')).stdout).toBe('on\n');
  });

  test('by output that nothing reads does not make this process grow', async () => {
    const sandbox = await openSandbox(fixture().engine);
    const held = Promise.withResolvers<void>();
    const before = process.memoryUsage().rss;
    const flood = await sandbox.startProcess(
      { argv: ['/bin/bash', '-c', 'while :; do echo -n a; echo -n b >&2; done'], env: {}, cwd: '' },
      { onOutput: () => held.promise },
    );
    flood.ended.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 3000));
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024);
    expect((await shell(sandbox, 'echo on')).stdout).toBe('on\n');
    held.resolve();
  });
}
