import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { listExecutions, readExecution } from '../../../../src-shared/contracts/executions.contract.ts';
import type { TestUser } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from '../../command.ts';

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

  it('exits with 124 after the time limit', async () => {
    const { exitCode, stderr } = await command.run(['exec', '--timeout', '500ms', 'python', 'while True: pass']);
    expect(exitCode).toBe(124);
    expect(stderr).toContain('time limit');
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

function once(stream: NodeJS.ReadableStream): Promise<Buffer> {
  return new Promise((resolve) => stream.once('data', resolve));
}
