/** Processes of a sandbox through the API, on a real engine. */
import { beforeAll, expect, it } from 'vitest';
import { listEntries, makeFolder } from '../../../../src-shared/contracts/sandboxes/files.contract.ts';
import {
  listProcesses,
  readProcess,
  runProcess,
  signalProcess,
  waitForProcess,
  writeProcessInput,
} from '../../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../../support/sandboxes/api-sandbox.ts';
import { readAuditLog } from '../../../support/sandboxes/audit-rows.ts';
import { until } from '../../../support/until.ts';

const daemon = testDaemonOfFile();

describeWithEngine('a process', () => {
  let user: TestUser;
  let sandbox: ApiSandbox;
  const refusal = (body: object) => user.client.refusal(runProcess, { params: { id: sandbox.id }, body });

  beforeAll(async () => {
    user = await daemon().newUser();
    sandbox = await openSandbox(user.client, { env: { GIVEN: 'by the sandbox' } });
  });

  it('is a program with arguments, which no shell interprets', async () => {
    const result = await sandbox.run({ command: ['printf', '%s|', '$HOME', '*', 'a b', ''] });
    expect(result).toMatchObject({
      status: 'succeeded',
      exitCode: 0,
      signal: null,
      stdout: '$HOME|*|a b||',
      stderr: '',
    });
    expect(result.pid).toBeGreaterThan(0);
  });

  it('is a command line for bash, or code in a language of the image', async () => {
    expect(await sandbox.run({ shell: 'echo $((6 * 7)) >&2; exit 3' })).toMatchObject({
      ...{ status: 'failed', exitCode: 3, stdout: '', stderr: '42\n' },
    });
    expect(await sandbox.run({ code: 'print(6 * 7)' })).toMatchObject({ stdout: '42\n' });
    const typescript = { language: 'ts', code: 'enum E { A = 42 }\nconsole.log(E.A)' };
    expect(await sandbox.run(typescript)).toMatchObject({ stdout: '42\n' });
  });

  it('never has its code in its arguments, and leaves no file of it', async () => {
    const listing =
      'import os\nfor pid in filter(str.isdigit, os.listdir("/proc")):\n  try: print(open(f"/proc/{pid}/cmdline").read())\n  except OSError: pass';
    const { stdout } = await sandbox.run({ code: `${listing}\n# needle` });
    expect(stdout).toContain('python3');
    expect(stdout).not.toContain('needle');
    const shell = await sandbox.run({ shell: "cat /proc/$$/cmdline | tr '\\0' ' '; : needle" });
    expect(shell.stdout).not.toContain('needle');
    await until(async () => {
      const { entries } = await user.client.call(listEntries, { params: { id: sandbox.id } });
      return entries.every(({ path }) => !path.startsWith('.strongroom'));
    });
  });

  it('has the environment of the sandbox, overridden by its own', async () => {
    expect((await sandbox.run({ shell: 'echo $GIVEN' })).stdout).toBe('by the sandbox\n');
    expect((await sandbox.run({ shell: 'echo $GIVEN', env: { GIVEN: 'here' } })).stdout).toBe('here\n');
  });

  it('runs in its folder, and imports from there', async () => {
    await user.client.call(makeFolder, { params: { id: sandbox.id }, body: { path: 'a/b' } });
    await sandbox.run({ shell: 'echo "answer = 42" > helper.py', cwd: 'a/b' });
    expect(await sandbox.run({ command: ['pwd'], cwd: 'a/b' })).toMatchObject({ stdout: '/work/a/b\n' });
    expect(await sandbox.run({ code: 'import helper; print(helper.answer)', cwd: 'a/b' })).toMatchObject({
      stdout: '42\n',
    });
    expect((await refusal({ command: ['pwd'], cwd: 'none' })).code).toBe('file_not_found');
    expect((await refusal({ command: ['pwd'], cwd: 'a/b/helper.py' })).code).toBe('wrong_file_type');
    await sandbox.run({ shell: 'ln -s a link' });
    expect((await refusal({ command: ['pwd'], cwd: 'link' })).code).toBe('path_is_link');
  });

  it('is found in PATH, or relative to its folder', async () => {
    await sandbox.run({ shell: 'mkdir -p bin; printf "#!/bin/sh\\necho own" > bin/own; chmod +x bin/own' });
    expect((await sandbox.run({ command: ['./own'], cwd: 'bin' })).stdout).toBe('own\n');
    expect((await sandbox.run({ command: ['own'], env: { PATH: '/usr/bin:/work/bin' } })).stdout).toBe('own\n');
    expect((await refusal({ command: ['no-such-program'] })).code).toBe('program_not_found');
    expect((await refusal({ command: ['/work'] })).code).toBe('program_not_found');
  });

  it('is refused if the image has no such language, or it must be compiled', async () => {
    expect((await refusal({ code: '1', language: 'ruby' })).code).toBe('language_not_in_sandbox');
    expect((await refusal({ code: '1', language: 'rust' })).code).toBe('language_not_in_sandbox');
    expect((await refusal({ code: '1', language: 'klingon' })).code).toBe('unknown_language');
    expect((await refusal({ command: ['env'], env: { BIG: 'x'.repeat(128 * 1024) } })).code).toBe(
      'environment_too_large',
    );
  });

  it('reads the whole input of its request, and the end after it', async () => {
    const stdin = 'line\n'.repeat(200_000);
    expect(await sandbox.run({ command: ['wc', '-c'], stdin })).toMatchObject({ stdout: `${stdin.length}\n` });
    expect(await sandbox.run({ command: ['cat'] })).toMatchObject({ stdout: '', exitCode: 0 });
    expect(await sandbox.run({ command: ['true'], stdin })).toMatchObject({ exitCode: 0 });
  });

  it('is killed with its group after its time', async () => {
    const result = await sandbox.run({ shell: 'sleep 61 & sleep 61', timeoutMs: 300 });
    expect(result).toMatchObject({ status: 'timed_out', exitCode: null, signal: 'SIGKILL' });
    await until(
      async () =>
        !(await sandbox.run({ shell: 'cat /proc/[0-9]*/cmdline | tr "\\0" " "' })).stdout.includes('sleep 61'),
    );
  });

  it('is killed when the client of a JSON request disconnects', async () => {
    const leaving = new AbortController();
    const lost = user.client.answer(runProcess, {
      ...{ params: { id: sandbox.id }, body: { command: ['sleep', '62'] }, signal: leaving.signal },
    });
    lost.catch(() => undefined);
    const status = async () => {
      const { processes } = await user.client.call(listProcesses, { params: { id: sandbox.id } });
      return processes.find(({ description }) => description === 'sleep')?.status;
    };
    await until(async () => (await status()) === 'running');
    leaving.abort();
    await until(async () => (await status()) === 'cancelled');
  });

  it('is recorded in the audit log with its length, and with no argument', async () => {
    await sandbox.run({ command: ['true', 'secret-argument'] });
    await sandbox.run({ shell: 'true # in-the-code' });
    const [shell, command] = await readAuditLog(user, 'sandbox.execute');
    expect(command?.metadata).toMatchObject({ kind: 'process', language: null, codeLength: 19, sandboxId: sandbox.id });
    expect(shell?.metadata).toMatchObject({ kind: 'process', language: 'bash', codeLength: 18 });
    expect(JSON.stringify([shell, command])).not.toMatch(/secret-argument|in-the-code/);
  });
});

describeWithEngine('a process in the background', () => {
  it('takes input and signals, is waited for, and stays in the list', async () => {
    const { client } = await daemon().newUser();
    const sandbox = await openSandbox(client);
    const params = await sandbox.start({
      shell: 'read line; echo got $line; trap "echo hup" HUP; read rest; echo $rest; cat',
    });
    expect((await client.call(waitForProcess, { params, body: { timeoutMs: 0 } })).status).toBe('running');
    await client.call(writeProcessInput, { params, body: { text: 'one\n' } });
    await until(async () => (await client.call(readProcess, { params })).stdout === 'got one\n');
    await client.call(writeProcessInput, { params, body: { base64: Buffer.from('two\nthree').toString('base64') } });
    await client.call(writeProcessInput, { params, body: { end: true } });
    const status = await client.call(waitForProcess, { params });
    expect(status).toMatchObject({
      status: 'succeeded',
      stdout: 'got one\ntwo\nthree',
      background: true,
      description: 'shell',
    });
    expect((await client.refusal(writeProcessInput, { params, body: { text: 'x' } })).code).toBe('process_ended');
    const signalled = await sandbox.start({ command: ['sleep', '60'] });
    await client.call(signalProcess, { params: signalled, body: { signal: 'SIGTERM' } });
    expect(await client.call(waitForProcess, { params: signalled })).toMatchObject({
      status: 'failed',
      signal: 'SIGTERM',
    });
    expect((await client.refusal(signalProcess, { params: signalled, body: { signal: 'SIGTERM' } })).code).toBe(
      'process_ended',
    );
    expect((await client.refusal(readProcess, { params: { ...params, pid: '4194304' } })).code).toBe(
      'process_not_found',
    );
    const { processes } = await client.call(listProcesses, { params: { id: sandbox.id } });
    expect(processes.map(({ description, stdout }) => [description, stdout])).toEqual([
      ['sleep', ''],
      ['shell', ''],
    ]);
    await sandbox.remove();
  });

  it('is not called running by a wait during the deletion of its sandbox', async () => {
    const { client } = await daemon().newUser();
    const sandbox = await openSandbox(client);
    const params = await sandbox.start({ command: ['sleep', '600'] });
    const waiting = client.refusal(waitForProcess, { params, body: { timeoutMs: 60_000 } });
    // The wait arrives first.
    await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 500))]);
    await sandbox.remove();
    expect(await waiting).toMatchObject({ code: 'sandbox_ended', status: 410 });
  });
});
