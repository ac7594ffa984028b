import { expect, test } from 'vitest';
import { outputCapBytes } from '../../../../src-daemon/engine/engine.ts';
import { until } from '../../../support/until.ts';
import { containersOf, describeWithDocker, run } from '../docker-fixture.ts';

const killed = { status: 'timed_out', exitCode: null, signal: 'SIGKILL' };

describeWithDocker('the time limit ends', (fixture) => {
  const timeoutMs = 700;

  test('a busy loop', async () => {
    expect(await run(fixture().engine, { code: 'while :; do :; done', timeoutMs })).toMatchObject(killed);
  });

  test('a sleeping program', async () => {
    // Long enough for the program to reach its sleep on a busy machine.
    const result = await run(fixture().engine, { code: 'echo before; sleep 600', timeoutMs: 3000 });
    expect(result).toMatchObject({ ...killed, stdout: 'before\n' });
    expect(result.durationMs).toBeGreaterThanOrEqual(3000);
  });

  test('a child that ignores SIGTERM', async () => {
    const code = 'bash -c \'trap "" TERM INT HUP; while :; do sleep 1; done\'';
    expect(await run(fixture().engine, { code, timeoutMs })).toMatchObject(killed);
  });

  test('a daemon that forked twice and left its session', async () => {
    const code =
      'import os, time\nif os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0:\n    while True: pass\ntime.sleep(600)';
    expect(await run(fixture().engine, { language: 'python', code, timeoutMs })).toMatchObject(killed);
  });

  test('a fork bomb', async () => {
    const result = await run(fixture().engine, { code: ':(){ :|:& };:; while :; do :; done', timeoutMs });
    expect(result.status).toBe('timed_out');
  });

  test('a program that tries to stop init', async () => {
    const code = 'kill -STOP 1; kill -9 1; kill -TERM 1; kill -CHLD 1; sleep 600';
    expect(await run(fixture().engine, { code, timeoutMs })).toMatchObject(killed);
  });
});

describeWithDocker(
  'a program that ends',
  (fixture) => {
    test('ends together with the daemon that it started', async () => {
      const { engine, docker, instanceId } = fixture();
      const result = await run(engine, { code: 'setsid sleep 600 & setsid sleep 600 & echo done' });
      expect(result).toMatchObject({ status: 'succeeded', stdout: 'done\n' });
      await until(async () => (await containersOf(docker, instanceId)).length === 0);
    });

    test('because of a signal has the name of the signal and no exit code', async () => {
      const result = await run(fixture().engine, { code: 'kill -SEGV $$' });
      expect(result).toMatchObject({ status: 'failed', exitCode: null, signal: 'SIGSEGV' });
    });
  },
  { keepsWarm: false },
);

describeWithDocker('the memory limit ends', (fixture) => {
  const memoryMb = 64;
  const hog = 'x = []\nwhile True: x.append(bytearray(8 << 20))';

  test('a program that exceeds it', async () => {
    const result = await run(fixture().engine, { language: 'python', code: hog, memoryMb });
    expect(result).toMatchObject({ status: 'out_of_memory', exitCode: null, signal: 'SIGKILL' });
    expect(result.memoryPeakBytes).toBeLessThanOrEqual(memoryMb * 1024 * 1024);
  });

  test('a child process, and the run does not succeed', async () => {
    const code = `import subprocess, sys\nsubprocess.run([sys.executable, "-c", ${JSON.stringify(hog)}])\nprint("alive")`;
    const result = await run(fixture().engine, { language: 'python', code, memoryMb });
    expect(result).toMatchObject({ status: 'out_of_memory', exitCode: 0, stdout: 'alive\n' });
  });

  test('a program whose temporary files exceed it', async () => {
    const code = 'dd if=/dev/zero of=/tmp/x bs=1M count=60; dd if=/dev/zero of=/work/y bs=1M count=60; echo survived';
    const result = await run(fixture().engine, { code, memoryMb });
    expect(result.status).toBe('out_of_memory');
  });
});

describeWithDocker('the size limits', (fixture) => {
  test('stop a program at 64 processes', async () => {
    const code =
      'import os, time\nn = 0\ntry:\n  while True:\n    if os.fork() == 0: time.sleep(60)\n    n += 1\nexcept BlockingIOError: print(n)';
    const result = await run(fixture().engine, { language: 'python', code });
    expect(result.status).toBe('succeeded');
    expect(Number(result.stdout)).toBeLessThan(64);
  });

  test('truncate each stream at its cap, report that, and let the program continue', async () => {
    const code =
      'head -c 10485760 /dev/zero | tr "\\0" x; echo e >&2; head -c 3000000 /dev/zero | tr "\\0" y >&2; exit 5';
    const result = await run(fixture().engine, { code });
    expect(result).toMatchObject({ exitCode: 5, stdoutTruncated: true, stderrTruncated: true });
    expect(result.stdout).toBe('x'.repeat(outputCapBytes));
    expect(result.stderr).toHaveLength(outputCapBytes);
  });

  test('do not truncate output of exactly the cap', async () => {
    const result = await run(fixture().engine, { code: `head -c ${outputCapBytes} /dev/zero | tr "\\0" x` });
    expect(result).toMatchObject({ stdoutTruncated: false, stderrTruncated: false });
    expect(result.stdout).toHaveLength(outputCapBytes);
  });

  test('discard a flood of output until the time limit', async () => {
    const result = await run(fixture().engine, { code: 'yes', timeoutMs: 3000 });
    expect(result).toMatchObject({ status: 'timed_out', stdoutTruncated: true });
    expect(result.stdout).toHaveLength(outputCapBytes);
  });

  test('make a write beyond 64 MiB in /work or /tmp fail', async () => {
    const code = 'head -c 70M /dev/zero > /tmp/more; echo $?; head -c 70M /dev/zero > /work/more; echo $?';
    const result = await run(fixture().engine, { code, memoryMb: 512 });
    expect(result.stdout).not.toMatch(/^0$/m);
  });

  test('make the creation of one file too many fail', async () => {
    const code = 'import os\nfor i in range(100000):\n  open(f"/tmp/{i}", "w").close()';
    const result = await run(fixture().engine, { language: 'python', code });
    expect(result.status).toBe('failed');
    expect(result.stderr).toContain('No space left on device');
  });
});
