/** Input that follows to a process in the foreground, on a real engine. */
import { beforeAll, expect, it } from 'vitest';
import { runProcess, writeProcessInput } from '../../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../../support/sandboxes/api-sandbox.ts';
import { until } from '../../../support/until.ts';

const daemon = testDaemonOfFile();

describeWithEngine('the input of a foreground process', () => {
  let user: TestUser;
  let sandbox: ApiSandbox;
  beforeAll(async () => {
    user = await daemon().newUser();
    sandbox = await openSandbox(user.client);
    return () => sandbox.remove();
  });

  it('follows to the running process with openStdin, byte for byte', async () => {
    const opened = await sandbox.streamRun({ command: ['od', '-An', '-tx1'], openStdin: true });
    const started = await opened.next();
    const params = { id: sandbox.id, pid: String(started?.data.pid) };
    await user.client.call(writeProcessInput, { params, body: { base64: 'AP8=' } });
    await user.client.call(writeProcessInput, { params, body: { text: 'a', end: true } });
    const events = await opened.rest();
    expect(events.at(-1)).toMatchObject({ event: 'finished', data: { stdout: ' 00 ff 61\n', exitCode: 0 } });
    const late = await user.client.refusal(writeProcessInput, { params, body: { text: 'late' } });
    expect(late).toMatchObject({ code: 'process_ended' });
  });

  it('that the process does not read before it exits is refused', async () => {
    const opened = await sandbox.streamRun({ command: ['sleep', '0.5'], openStdin: true });
    const started = await opened.next();
    const params = { id: sandbox.id, pid: String(started?.data.pid) };
    const body = { text: 'x'.repeat(1024 * 1024) };
    expect(await user.client.refusal(writeProcessInput, { params, body })).toMatchObject({ code: 'process_ended' });
    expect((await opened.rest()).at(-1)).toMatchObject({ event: 'finished', data: { exitCode: 0 } });
  });

  it('of a cell whose kernel no longer reads gives the end of the cell', async () => {
    const stop = 'lambda: os.kill(os.getpid(), signal.SIGSTOP)';
    await sandbox.cell(`import os, signal, threading\nthreading.Timer(0.1, ${stop}).start()`);
    await until(
      async () => (await sandbox.run({ shell: 'grep -l "^State:.*stopped" /proc/[0-9]*/status' })).exitCode === 0,
    );
    const late = await sandbox.cell(`#${'x'.repeat(1_000_000)}`, { timeoutMs: 300 });
    expect(late).toMatchObject({ status: 'timed_out', contextEnded: true });
  });

  it('is empty without it', async () => {
    expect(await sandbox.run({ command: ['cat'] })).toMatchObject({ stdout: '', exitCode: 0 });
  });

  it('cannot be given in the request and follow', async () => {
    const body = { command: ['cat'], stdin: 'x', openStdin: true };
    expect(await user.client.refusal(runProcess, { params: { id: sandbox.id }, body })).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'openStdin' }],
    });
  });
});
