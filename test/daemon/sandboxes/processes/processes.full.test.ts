/** Processes of a sandbox through the API, on a real engine. */
import { beforeAll, expect, it } from 'vitest';
import {
  listProcesses,
  readProcess,
  runProcess,
  signalProcess,
  waitForProcess,
} from '../../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../../support/sandboxes/api-sandbox.ts';

const daemon = testDaemonOfFile();
const mebibyte = 1024 * 1024;

describeWithEngine('a process', () => {
  let user: TestUser;
  let sandbox: ApiSandbox;

  beforeAll(async () => {
    user = await daemon().newUser();
    sandbox = await openSandbox(user.client, { env: { GIVEN: 'by the sandbox' } });
  });

  it('has the first 1 MiB of each stream in its result, and the last 64 KiB in its status', async () => {
    const { pid, stdout, stdoutTruncated, stderrTruncated } = await sandbox.run({
      shell: 'head -c 3000000 /dev/zero | tr "\\0" a; printf end',
    });
    expect([stdout.length, stdoutTruncated, stderrTruncated]).toEqual([mebibyte, true, false]);
    const status = await user.client.call(readProcess, { params: { id: sandbox.id, pid: String(pid) } });
    expect([status.stdout.length, status.stdoutTruncated]).toEqual([64 * 1024, true]);
    expect(status.stdout.endsWith('aend')).toBe(true);
  });
});

describeWithEngine('a sandbox with 64 processes', () => {
  it('refuses one more, and takes the next one when one has ended', async () => {
    const { client } = await daemon().newUser();
    const sandbox = await openSandbox(client);
    const body = { command: ['sleep', '60'], background: true };
    const start = () => client.answer(runProcess, { params: { id: sandbox.id }, body });
    const answers = await Promise.all(Array.from({ length: 65 }, start));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(64);
    expect(answers.find(({ status }) => status !== 201)?.json).toMatchObject({ error: { code: 'too_many_channels' } });
    const { processes } = await client.call(listProcesses, { params: { id: sandbox.id } });
    const params = { id: sandbox.id, pid: String(processes[0]?.pid) };
    await client.call(signalProcess, { params, body: { signal: 'SIGKILL' } });
    await client.call(waitForProcess, { params });
    expect((await start()).status).toBe(201);
    await sandbox.remove();
  });
});
