import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { listExecutions, readExecution } from '../../src-shared/contracts/executions.contract.ts';
import type { TestUser } from '../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from './command.ts';

const fixture = commandWithDaemon();

describeWithEngine('strongroom run', () => {
  let command: TestCommand;
  let user: TestUser;
  beforeAll(async () => {
    ({ command, user } = await fixture.forNewUser());
  });

  function writeScript(name: string, code: string): string {
    const path = join(command.folder, name);
    writeFileSync(path, code);
    return path;
  }

  it("gives the program's streams and exit code, and nothing of its own", async () => {
    const path = writeScript('a.py', 'import sys\nprint("out")\nprint("err", file=sys.stderr)\nsys.exit(3)');
    expect(await command.run(['run', path])).toEqual({ exitCode: 3, stdout: 'out\n', stderr: 'err\n' });
  });

  it('passes arguments, variables, files and stdin to the program', async () => {
    const path = writeScript(
      'b.py',
      'import os, sys\nprint(sys.argv[1:], os.environ["A"], open("in.txt").read(), sys.stdin.read())',
    );
    const file = writeScript('in.txt', 'from a file');
    const args = ['run', '-e', 'A=b=c', '--file', file, path, 'one', '--two'];
    const { stdout } = await command.run(args, { input: 'piped' });
    expect(stdout).toBe("['one', '--two'] b=c from a file piped\n");
  });

  it('reads code from stdin, as Python if no language is given', async () => {
    expect(await command.run(['run', '-'], { input: 'print(6 * 7)' })).toMatchObject({ stdout: '42\n', exitCode: 0 });
    const shell = await command.run(['run', '-'], { input: '#!/bin/bash\necho "from $0"' });
    expect(shell.stdout).toMatch(/^from .*main\.sh\n$/);
  });

  it('prints one JSON line with --json, at any position of the option', async () => {
    const { stdout, stderr, exitCode } = await command.run(['run', '--json', '-'], { input: 'exit(4)' });
    expect(JSON.parse(stdout)).toMatchObject({ exitCode: 4, status: 'failed', language: 'python' });
    expect(stdout.trimEnd()).not.toContain('\n');
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 4 });
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
      stderr: expect.stringContaining('maxQueueMs'),
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

  it('cancels the run in the sandbox at Ctrl+C and exits with 130', async () => {
    const running = command.start(['exec', 'python', 'import time\nprint("on")\ntime.sleep(60)']);
    await once(running.stdout);
    running.kill('SIGINT');
    expect((await running).exitCode).toBe(130);
    const { executions } = await user.client.call(listExecutions, { query: { limit: 1 } });
    const [latest] = executions;
    expect(await user.client.call(readExecution, { params: { id: latest?.id ?? '' } })).toMatchObject({
      status: 'cancelled',
      source: 'cli',
    });
  });

  it('gives the compile step the time limit of --compile-timeout', async () => {
    const { exitCode } = await command.run(['exec', '--compile-timeout', '2m', 'python', 'pass']);
    expect(exitCode).toBe(0);
    const { executions } = await user.client.call(listExecutions, { query: { limit: 1 } });
    const { request } = await user.client.call(readExecution, { params: { id: executions[0]?.id ?? '' } });
    expect(request).toMatchObject({ compileTimeoutMs: 120_000 });
  });

  it('exits with 124 after the time limit', async () => {
    const { exitCode, stderr } = await command.run(['exec', '--timeout', '500ms', 'python', 'while True: pass']);
    expect(exitCode).toBe(124);
    expect(stderr).toContain('time limit');
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

  it('lists the languages if it does not know that of a file, and runs nothing', async () => {
    const path = writeScript('x.unknown', 'print(1)');
    const { exitCode, stderr } = await command.run(['run', path]);
    expect(exitCode).toBe(64);
    expect(stderr).toContain('python (.py)');
  });

  it('refuses a missing file before it sends a request', async () => {
    const { exitCode, stderr } = await command.run(['run', '--json', join(command.folder, 'none.py')]);
    expect(existsSync(join(command.folder, 'none.py'))).toBe(false);
    expect(exitCode).toBe(65);
    expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'file_error' } });
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
