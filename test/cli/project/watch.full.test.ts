/** `strongroom run --watch`, with a real daemon and real containers. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import type { TestUser } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from '../command.ts';

const fixture = commandWithDaemon();

describeWithEngine('strongroom run --watch', () => {
  let command: TestCommand;
  let user: TestUser;
  let folder = '';
  beforeAll(async () => {
    ({ command, user } = await fixture.forNewUser());
    folder = join(command.folder, 'project');
  });
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'lib'), { recursive: true });
  });

  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const statuses = async () =>
    (await user.client.call(listExecutions, { query: {} })).executions.map(({ status }) => status);

  function watch(...args: string[]) {
    const running = command.start(['run', '--watch', ...args]);
    const shown = { stdout: '', stderr: '' };
    running.stdout.on('data', (chunk) => (shown.stdout += chunk));
    running.stderr.on('data', (chunk) => (shown.stderr += chunk));
    const until = (text: string, stream: 'stdout' | 'stderr' = 'stdout') =>
      expect.poll(() => shown[stream], { timeout: 20_000 }).toContain(text);
    const waits = (count: number) =>
      expect.poll(() => shown.stderr.split('waiting for a change').length - 1, { timeout: 20_000 }).toBe(count);
    return { running, shown, until, waits };
  }

  it('runs again after a change, but not of ignored files or results, and ends at Ctrl+C', async () => {
    write('.gitignore', '*.log\n');
    write('main.py', 'import lib.name; print("got", lib.name.name); open("result", "w").write(lib.name.name)');
    write('lib/name.py', 'name = "one"');
    const { running, shown, until, waits } = watch('--out', join(folder, 'out'), '--force', folder);
    await until('got one\n');
    await waits(1);
    write('a.log', 'x');
    write('out/result', 'changed');
    await sleep(1000);
    expect(shown.stdout).toBe('got one\n');
    write('lib/new.py', 'name = "two"');
    renameSync(join(folder, 'lib/new.py'), join(folder, 'lib/name.py'));
    await until('got two\n');
    running.kill('SIGINT');
    expect((await running).exitCode).toBe(130);
    expect(shown.stderr).toContain('the files have changed, running again');
  });

  it('cancels the run in progress, and leaves none behind', async () => {
    const path = join(folder, 'slow.py');
    writeFileSync(path, 'import time; print("first"); time.sleep(60)');
    const { running, until } = watch(path);
    await until('first\n');
    writeFileSync(path, 'import time; print("second"); time.sleep(60)');
    await until('second\n');
    expect((await statuses()).slice(0, 2)).toEqual(['running', 'cancelled']);
    running.kill('SIGTERM');
    expect((await running).exitCode).toBe(143);
    expect((await statuses()).slice(0, 2)).toEqual(['cancelled', 'cancelled']);
  });

  it('reports what prevents a run, and continues with the next change', async () => {
    write('tool.py', '');
    const { running, until } = watch(folder);
    await until('Looked for: ', 'stderr');
    write('main.py', 'print("found")');
    await until('found\n');
    running.kill('SIGINT');
    expect((await running).exitCode).toBe(130);
  });

  it('refuses what it cannot watch', async () => {
    const refusal = async (...args: string[]) => {
      const { exitCode, stderr } = await command.run(['run', '--watch', ...args]);
      return `${exitCode} ${stderr}`;
    };
    expect(await refusal('-')).toContain('64 strongroom: --watch cannot be used with -: stdin can be read only once.');
    expect(await refusal('vault:x')).toContain('64 strongroom: --watch cannot be used with vault:x');
    expect(await refusal(join(folder, 'none.py'))).toContain('65 ');
    for (const out of [folder, command.folder])
      expect(await refusal('--out', out, folder)).toContain('64 strongroom: --watch would run again');
  });
});
