import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import { listSandboxes } from '../../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import type { TestUser } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { commandWithDaemon, type TestCommand } from '../../command.ts';

const fixture = commandWithDaemon();

describeWithEngine('strongroom sandbox', () => {
  let command: TestCommand;
  let user: TestUser;
  let id: string;

  /** Runs `sandbox exec` without input. */
  const exec = (...args: string[]) => command.run(['sandbox', 'exec', id, '--no-stdin', ...args]);
  const shell = (line: string) => exec('--', 'bash', '-c', line);
  const copy = (...args: string[]) => command.run(['sandbox', 'cp', ...args]);
  const local = (path: string) => join(command.folder, path);

  beforeAll(async () => {
    ({ command, user } = await fixture.forNewUser());
    const { stdout, stderr, exitCode } = await command.run([
      'sandbox',
      'create',
      '-e',
      'GREETING=hello',
      '--idle',
      '5m',
    ]);
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
    id = stdout.trimEnd();
    return () => command.run(['sandbox', 'rm', '--all', '--yes']);
  });

  it('create prints the id, and ls lists it', async () => {
    expect(id).toMatch(/^sbx[a-z2-7]{26}$/);
    const { stdout } = await command.run(['sandbox', 'ls']);
    expect(stdout).toMatch(new RegExp(`^ID +LANGUAGE .*\\n${id}  python +running  \\d+s +in 4m \\d+s  512 MiB  -\\n$`));
    const json = await command.run(['sandbox', 'ls', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ sandboxes: [{ id, idleTimeoutMs: 300_000 }] });
  });

  it("exec gives the process's streams and exit code, and nothing of its own", async () => {
    const result = await shell('echo "$GREETING"; echo err >&2; exit 3');
    expect(result).toEqual({ exitCode: 3, stdout: 'hello\n', stderr: 'err\n' });
  });

  it('exec accepts the first characters of an id, and refuses those of none', async () => {
    const short = await command.run(['sandbox', 'exec', id.slice(0, 12), '--no-stdin', '--', 'true']);
    expect(short.exitCode).toBe(0);
    expect(await command.run(['sandbox', 'exec', 'sbx1', '--', 'true'])).toMatchObject({
      ...{ exitCode: 64, stderr: expect.stringContaining('strongroom sandbox ls') },
    });
  });

  it('exec passes a pipe on while the process runs, byte for byte', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * 7) % 256));
    const running = command.start(['sandbox', 'exec', id, '--', 'sha256sum'], { input: bytes });
    expect((await running).stdout).toBe(`${execFileSync('sha256sum', { input: bytes })}`);
  });

  it('exec prints the bytes that the process prints, also those that are not UTF-8', async () => {
    const code = "import os; os.write(1, bytes(range(256))); os.write(2, b'\\xff')";
    const running = command.start(['sandbox', 'exec', id, '--no-stdin', '--', 'python3', '-c', code]);
    const [stdout, stderr] = await Promise.all([buffer(running.stdout), buffer(running.stderr)]);
    expect([...stdout]).toEqual([...Array(256).keys()]);
    expect([...stderr]).toEqual([0xff]);
  });

  it('exec ends when a process ends that does not read its input', async () => {
    expect(await command.run(['sandbox', 'exec', id, '--', 'true'], { input: 'x'.repeat(5_000_000) })).toMatchObject({
      ...{ exitCode: 0, stderr: '' },
    });
  });

  it('exec streams all output of a fast process', async () => {
    const { stdout, exitCode } = await shell('seq 1000000');
    expect({ exitCode, length: stdout.length, end: stdout.slice(-8) }).toEqual({
      ...{ exitCode: 0, length: 6_888_896, end: '1000000\n' },
    });
  });

  it('exec sends SIGINT to the process at Ctrl+C, and kills it at the second one', async () => {
    const code = 'trap "echo caught" INT; echo on; while :; do sleep 0.1; done';
    const running = command.start(['sandbox', 'exec', id, '--no-stdin', '--', 'bash', '-c', code]);
    await shown(running.stdout, 'on\n');
    running.kill('SIGINT');
    await shown(running.stdout, 'caught\n');
    running.kill('SIGINT');
    expect((await running).exitCode).toBe(137);
  });

  it('exec reports a time limit, and a program that does not exist', async () => {
    expect(await exec('--timeout', '300ms', '--', 'sleep', '60')).toMatchObject({
      ...{ exitCode: 124, stderr: expect.stringContaining('(--timeout)') },
    });
    const missing = await exec('--json', '--', 'no-such-program');
    expect(missing.exitCode).toBe(65);
    expect(JSON.parse(missing.stderr)).toMatchObject({ error: { code: 'program_not_found' } });
  });

  it('exec prints the pid of a process in the background, which keeps running', async () => {
    const { stdout } = await exec('--background', '--', 'sleep', '60');
    expect(stdout).toMatch(/^\d+\n$/);
    expect((await shell(`kill ${stdout.trimEnd()}`)).exitCode).toBe(0);
  });

  it('cp copies files and folders in and out', async () => {
    mkdirSync(local('tree/empty'), { recursive: true });
    mkdirSync(local('tree/deep'));
    writeFileSync(local('tree/deep/a b.bin'), Buffer.from([0, 255, 10]));
    symlinkSync('/etc', local('tree/link'));
    expect(await copy(local('tree'), `${id}:`)).toMatchObject({
      ...{ exitCode: 0, stdout: '', stderr: expect.stringContaining('link was left out: it is a symbolic link') },
    });
    expect((await shell('cd tree && find . | sort')).stdout).toBe('.\n./deep\n./deep/a b.bin\n./empty\n');
    const out = await copy(`${id}:tree`, local('back'), '--json');
    expect(JSON.parse(out.stdout)).toEqual({ files: 1, bytes: 3 });
    expect([...readFileSync(local('back/deep/a b.bin'))]).toEqual([0, 255, 10]);
    expect(existsSync(local('back/empty'))).toBe(true);
  });

  it('cp copies one file under a new name, or into a folder', async () => {
    writeFileSync(local('one.txt'), 'one');
    await copy(local('one.txt'), `${id}:named/two.txt`);
    await copy(local('one.txt'), `${id}:named`);
    expect((await shell('cat named/two.txt named/one.txt')).stdout).toBe('oneone');
    await copy(`${id}:/work/named/two.txt`, local('three.txt'));
    expect(readFileSync(local('three.txt'), 'utf8')).toBe('one');
  });

  it('cp keeps programs executable', async () => {
    mkdirSync(local('kit'));
    for (const path of ['tool', 'kit/tool']) writeFileSync(local(path), '#!/bin/sh\necho "$0"\n', { mode: 0o755 });
    await copy(local('tool'), `${id}:`);
    await copy(local('kit'), `${id}:`);
    expect((await shell('./tool && kit/tool')).stdout).toBe('./tool\nkit/tool\n');
  });

  it('cp replaces nothing without --force, in either direction', async () => {
    writeFileSync(local('x.txt'), 'mine');
    await shell('echo -n theirs > x.txt');
    for (const paths of [
      [`${id}:x.txt`, local('x.txt')],
      [local('x.txt'), `${id}:x.txt`],
    ]) {
      const { exitCode, stderr } = await copy(...paths);
      expect({ exitCode, stderr }).toEqual({ exitCode: 65, stderr: expect.stringContaining('--force') });
    }
    expect(readFileSync(local('x.txt'), 'utf8')).toBe('mine');
    expect((await shell('cat x.txt')).stdout).toBe('theirs');
    await copy(`${id}:x.txt`, local('x.txt'), '--force');
    expect(readFileSync(local('x.txt'), 'utf8')).toBe('theirs');
  });

  it('cp refuses names that act on a terminal, and follows no link of the sandbox', async () => {
    await shell("mkdir bad links; touch bad/$'a\\e[2J'; ln -s /etc links/etc; ln -s /etc/passwd passwd");
    const bad = await copy(`${id}:bad`, local('bad'));
    expect(bad).toMatchObject({ exitCode: 65, stderr: expect.stringContaining('Rename it in the sandbox.') });
    expect(bad.stderr).not.toContain('\u001b');
    expect(existsSync(local('bad'))).toBe(false);
    await copy(`${id}:links`, local('links'));
    expect(existsSync(local('links/etc'))).toBe(false);
    expect(await copy(`${id}:passwd`, local('passwd'))).toMatchObject({
      ...{ exitCode: 65, stderr: expect.stringContaining('symbolic link') },
    });
    expect(existsSync(local('passwd'))).toBe(false);
  });

  it('rm deletes by id, and afterwards says why a sandbox has ended', async () => {
    const created = await command.run(['sandbox', 'create', '-l', 'bash', '--memory', '128']);
    const other = created.stdout.trimEnd();
    expect(await command.run(['sandbox', 'rm', other, '--json'])).toMatchObject({
      ...{ exitCode: 0, stdout: `{"deleted":["${other}"]}\n` },
    });
    const ended = await command.run(['sandbox', 'exec', other, '--no-stdin', '--json', '--', 'true']);
    expect(ended.exitCode).toBe(65);
    expect(JSON.parse(ended.stderr)).toMatchObject({ error: { code: 'sandbox_ended' } });
  });

  it('rm asks before it deletes all, and deletes nothing without an answer', async () => {
    expect(await command.run(['sandbox', 'rm', '--all'])).toMatchObject({ exitCode: 64 });
    expect(await command.run(['sandbox', 'rm'])).toMatchObject({ exitCode: 64 });
    const { sandboxes } = await user.client.call(listSandboxes, {});
    expect(sandboxes.map((sandbox) => sandbox.id)).toEqual([id]);
  });
});

/** Resolves when the stream has shown a text. */
async function shown(stream: NodeJS.ReadableStream, text: string): Promise<void> {
  let all = '';
  while (!all.includes(text)) all += await new Promise<Buffer>((resolve) => stream.once('data', resolve));
}
