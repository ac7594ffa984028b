/** The tests of the engine that every cluster passes: the fake one, and a real one. */
import { expect, test } from 'vitest';
import type { Engine } from '../../../src-daemon/engine/engine.ts';
import { until } from '../../support/until.ts';
import { jobOf, run } from '../docker/docker-fixture.ts';
import { disposeAfterEach, openSandbox, startShell } from '../live/live-fixture.ts';

export interface TestedCluster {
  engine: Engine;
  /** Returns the names of the pods of the engine. */
  podNames(): Promise<string[]>;
}

export const secret = 'a value that no node may store';
/** Uses the loopback interface. In Python. */
export const loopbackProgram = `
import socket
server = socket.create_server(("127.0.0.1", 0))
socket.create_connection(server.getsockname()).close()
print("connected")`;
const never = new AbortController().signal;

export function defineClusterSuite(cluster: () => TestedCluster): void {
  disposeAfterEach();

  test('runs a program in a pod of its own, and removes the pod', async () => {
    const { engine, podNames } = cluster();
    const result = await run(engine, {
      code: `echo '${secret}'; echo "$TOKEN" >&2; echo made > made.txt; exit 3`,
      env: { TOKEN: secret },
      timeoutMs: 60_000,
    });
    expect(result).toMatchObject({ status: 'failed', exitCode: 3, stdout: `${secret}\n`, stderr: `${secret}\n` });
    expect(result.files.map(({ path }) => path)).toEqual(['made.txt']);
    await until(async () => (await podNames()).length === 0);
  });

  test('takes files and input, and returns large output whole', async () => {
    const result = await run(cluster().engine, {
      code: 'cat given.txt; cat; head -c 700000 /dev/zero | tr "\\0" x',
      files: { 'given.txt': 'file\n' },
      stdin: 'input\n',
      timeoutMs: 60_000,
    });
    expect(result.status).toBe('succeeded');
    expect(result.stdout).toBe(`file\ninput\n${'x'.repeat(700_000)}`);
  });

  test('ends a program at its time limit', async () => {
    expect(await run(cluster().engine, { code: 'sleep 600', timeoutMs: 500 })).toMatchObject({ status: 'timed_out' });
  });

  test('says that a program needed more than its memory', async () => {
    const code = 'x = bytearray(400 * 1024 * 1024)\nfor i in range(0, len(x), 4096): x[i] = 1';
    const result = await run(cluster().engine, { language: 'python', code, timeoutMs: 60_000 });
    expect(result.status).toBe('out_of_memory');
  });

  test('ends a program that is cancelled, and its pod', async () => {
    const { engine, podNames } = cluster();
    const end = new AbortController();
    const result = engine.run(jobOf({ code: 'echo up; sleep 600', timeoutMs: 60_000 }), {
      onOutput: () => end.abort(),
      signal: end.signal,
    });
    expect(await result).toMatchObject({ status: 'cancelled' });
    await until(async () => (await podNames()).length === 0);
  });

  test('bounds the processes of a program, and nothing of them is left', async () => {
    const { engine, podNames } = cluster();
    const code = `
import os, time
children = 0
try:
    while children < 200:
        if os.fork() == 0: time.sleep(600)
        children += 1
except BlockingIOError:
    print(children)`;
    const result = await run(engine, { language: 'python', code, timeoutMs: 20_000 });
    expect(Number(result.stdout)).toBeGreaterThan(40);
    expect(Number(result.stdout)).toBeLessThan(64);
    await until(async () => (await podNames()).length === 0);
  });

  test('refuses the public network', async () => {
    const refused = run(cluster().engine, { code: 'true', network: 'full' });
    await expect(refused).rejects.toMatchObject({ code: 'network_not_supported', status: 422 });
  });

  test('keeps a live sandbox, which cannot be paused', async () => {
    const { engine, podNames } = cluster();
    const sandbox = await openSandbox(engine, { memoryMb: 256 }, never);
    const shell = await startShell(sandbox, 'echo hello > kept; cat kept');
    expect(await shell.process.ended).toMatchObject({ exitCode: 0 });
    expect(shell.stdout()).toBe('hello\n');
    await expect(sandbox.pause()).rejects.toMatchObject({ code: 'pause_not_supported', status: 422 });
    await sandbox.dispose();
    await until(async () => (await podNames()).length === 0);
  });
}
