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
    // Long enough for the program to get to its sleep on a busy machine.
    const result = await run(fixture().engine, { code: 'echo before; sleep 600', timeoutMs: 3000 });
    expect(result).toMatchObject({ ...killed, stdout: 'before\n' });
    expect(result.durationMs).toBeGreaterThanOrEqual(3000);
  });

  test('a child that ignores SIGTERM', async () => {
    const code = 'bash -c \'trap "" TERM INT HUP; while :; do sleep 1; done\'';
    expect(await run(fixture().engine, { code, timeoutMs })).toMatchObject(killed);
  });

  test('a daemon that forked twice and left the session', async () => {
    const code =
      'import os, time\nif os.fork() == 0:\n  os.setsid()\n  if os.fork() == 0:\n    while True: pass\ntime.sleep(600)';
    expect(await run(fixture().engine, { language: 'python', code, timeoutMs })).toMatchObject(killed);
  });

  test('a fork bomb', async () => {
    const result = await run(fixture().engine, { code: ':(){ :|:& };:; while :; do :; done', timeoutMs });
    expect(result.status).toBe('timed_out');
  });

  test('a program that stops init in its tracks as far as it can', async () => {
    const code = 'kill -STOP 1; kill -9 1; kill -TERM 1; kill -CHLD 1; sleep 600';
    expect(await run(fixture().engine, { code, timeoutMs })).toMatchObject(killed);
  });
});

describeWithDocker(
  'a program that ends',
  (fixture) => {
    test('takes along the daemon that it left behind', async () => {
      const { engine, docker, instanceId } = fixture();
      const result = await run(engine, { code: 'setsid sleep 600 & setsid sleep 600 & echo done' });
      expect(result).toMatchObject({ status: 'succeeded', stdout: 'done\n' });
      await until(async () => (await containersOf(docker, instanceId)).length === 0);
    });

    test('by a signal has its name and no exit code', async () => {
      const result = await run(fixture().engine, { code: 'kill -SEGV $$' });
      expect(result).toMatchObject({ status: 'failed', exitCode: null, signal: 'SIGSEGV' });
    });
  },
  { keepsWarm: false },
);

describeWithDocker('the memory limit ends', (fixture) => {
  const memoryMb = 64;
  const hog = 'x = []\nwhile True: x.append(bytearray(8 << 20))';

  test('a program that takes more', async () => {
    const result = await run(fixture().engine, { language: 'python', code: hog, memoryMb });
    expect(result).toMatchObject({ status: 'out_of_memory', exitCode: null, signal: 'SIGKILL' });
    expect(result.memoryPeakBytes).toBeLessThanOrEqual(memoryMb * 1024 * 1024);
  });

  test('a child, and the run is not called a success', async () => {
    const code = `import subprocess, sys\nsubprocess.run([sys.executable, "-c", ${JSON.stringify(hog)}])\nprint("alive")`;
    const result = await run(fixture().engine, { language: 'python', code, memoryMb });
    expect(result).toMatchObject({ status: 'out_of_memory', exitCode: 0, stdout: 'alive\n' });
  });

  test('a program that fills the temporary folder beyond it', async () => {
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

  test('cut each stream at its cap, say so, and let the program go on', async () => {
    const code =
      'head -c 10485760 /dev/zero | tr "\\0" x; echo e >&2; head -c 3000000 /dev/zero | tr "\\0" y >&2; exit 5';
    const result = await run(fixture().engine, { code });
    expect(result).toMatchObject({ exitCode: 5, stdoutTruncated: true, stderrTruncated: true });
    expect(result.stdout).toBe('x'.repeat(outputCapBytes));
    expect(result.stderr).toHaveLength(outputCapBytes);
  });

  test('leave output of just the cap whole', async () => {
    const result = await run(fixture().engine, { code: `head -c ${outputCapBytes} /dev/zero | tr "\\0" x` });
    expect(result).toMatchObject({ stdoutTruncated: false, stderrTruncated: false });
    expect(result.stdout).toHaveLength(outputCapBytes);
  });

  test('hold back a flood of output to the end of the time', async () => {
    const result = await run(fixture().engine, { code: 'yes', timeoutMs: 3000 });
    expect(result).toMatchObject({ status: 'timed_out', stdoutTruncated: true });
    expect(result.stdout).toHaveLength(outputCapBytes);
  });

  test('refuse a file beyond 64 MiB to the program that writes it', async () => {
    const code = 'truncate -s 65M big; echo $?; head -c 70M /dev/zero > /work/more; echo $?';
    const result = await run(fixture().engine, { code, memoryMb: 512 });
    expect(result.stdout).not.toMatch(/^0$/m);
  });

  test('refuse the file too many to the program that makes it', async () => {
    const code = 'import os\nfor i in range(100000):\n  open(f"/tmp/{i}", "w").close()';
    const result = await run(fixture().engine, { language: 'python', code });
    expect(result.status).toBe('failed');
    expect(result.stderr).toContain('No space left on device');
  });
});
