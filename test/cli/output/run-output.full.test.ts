/** The output, the files and the limits of `run` and `exec`; ../run.test.ts has their streams, exit codes and refusals. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { listExecutions, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import type { TestUser } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from '../command.ts';

const fixture = commandWithDaemon();

describeWithEngine('the output of strongroom run', () => {
  let command: TestCommand;
  let user: TestUser;
  beforeAll(async () => {
    ({ command, user } = await fixture.forNewUser());
  });

  it('streams output byte for byte and in order', async () => {
    const code = 'import sys\nfor n in range(20000): sys.stdout.write(f"{n} é漢😀\\r\\n")\nsys.stdout.write("no end")';
    const { stdout } = await command.run(['run', '-l', 'python', '-'], { input: code });
    const expected = Array.from({ length: 20000 }, (_, n) => `${n} é漢😀\r\n`).join('');
    expect(stdout === `${expected}no end`).toBe(true);
  });

  it('sends the limit of its wait', async () => {
    expect(await command.run(['exec', '--max-queue', '2m', 'bash', 'echo ran'])).toMatchObject({ stdout: 'ran\n' });
    expect(await command.run(['exec', '--max-queue', '11m', 'bash', 'true'])).toMatchObject({
      exitCode: 65,
      stderr: 'strongroom: --max-queue must be at most 600,000 ms.\n',
    });
  });

  it('keeps both ends of long output with --output-keep ends, and prints how much is missing', async () => {
    const ends = await command.run(['exec', '--output-keep', 'ends', 'bash', 'seq 1000000']);
    expect(ends.stdout.startsWith('1\n2\n')).toBe(true);
    expect(ends.stdout.endsWith('\n999999\n1000000\n')).toBe(true);
    expect(ends.stdout).toContain('\n[… 5,840,323 bytes are missing here …]\n');
    expect(ends.stderr).toBe('strongroom: 5,840,323 bytes in the middle of stdout were dropped\n');
    const head = await command.run(['exec', 'bash', 'seq 1000000']);
    expect([head.stdout.length, head.stderr]).toEqual([
      1024 * 1024,
      'strongroom: stdout was truncated at 1 MiB (--output-keep ends keeps the end as well)\n',
    ]);
    expect(await command.run(['exec', '--output-keep', 'all', 'bash', 'true'])).toMatchObject({ exitCode: 64 });
  });

  it('prints output while the program runs', async () => {
    const running = command.start(['run', '-'], { input: 'import time\nprint("first")\ntime.sleep(60)' });
    expect(await firstLine(running.stdout)).toBe('first');
    running.kill('SIGINT');
    expect((await running).exitCode).toBe(130);
  });

  it('gives the compile step the time limit of --compile-timeout', async () => {
    const { exitCode } = await command.run(['exec', '--compile-timeout', '2m', 'python', 'pass']);
    expect(exitCode).toBe(0);
    const { executions } = await user.client.call(listExecutions, { query: { limit: 1 } });
    const { request } = await user.client.call(readExecution, { params: { id: executions[0]?.id ?? '' } });
    expect(request).toMatchObject({ compileTimeoutMs: 120_000 });
  });

  it('cancels the run without a message when the reader of its output has exited', async () => {
    const running = command.start(['exec', '--timeout', '20s', 'python', 'while True: print("y")']);
    await once(running.stdout);
    running.stdout.destroy();
    expect(await running).toMatchObject({ stderr: '', exitCode: 141 });
    const { executions } = await user.client.call(listExecutions, { query: { limit: 1 } });
    await expect
      .poll(async () => (await user.client.call(readExecution, { params: { id: executions[0]?.id ?? '' } })).status)
      .toBe('cancelled');
  });

  it('keeps the files that the program leaves in the folder of --out', async () => {
    const code = 'import os\nos.mkdir("d")\nopen("d/a.bin","wb").write(bytes(range(256)))';
    const target = join(command.folder, 'saved');
    await command.run(['exec', '--out', target, 'python', code]);
    expect([...readFileSync(join(target, 'd/a.bin'))]).toEqual(Array.from({ length: 256 }, (_, n) => n));
  });
});

/** Unbuffered Python writes the text of a `print` and its newline apart, and so they may come. */
async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  while (!text.includes('\n')) text += await once(stream);
  return text.slice(0, text.indexOf('\n'));
}

function once(stream: NodeJS.ReadableStream): Promise<Buffer> {
  return new Promise((resolve) => stream.once('data', resolve));
}
