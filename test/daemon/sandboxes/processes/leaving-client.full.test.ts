/** Clients that disconnect before the sandbox has taken their input, on a real engine. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { waitForProcess, writeProcessInput } from '../../../../src-shared/contracts/sandboxes/processes.contract.ts';
import { readSandbox } from '../../../../src-shared/contracts/sandboxes/sandboxes.contract.ts';
import { testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../../support/engine/engine-suite.ts';
import { type ApiSandbox, openSandbox } from '../../../support/sandboxes/api-sandbox.ts';
import { until } from '../../../support/until.ts';

const daemon = testDaemonOfFile();

/** Returns true while a request uses the sandbox: its idle end then moves with the time. */
async function isInUse({ client, id }: ApiSandbox): Promise<boolean> {
  const before = await client.call(readSandbox, { params: { id } });
  await sleep(20);
  const after = await client.call(readSandbox, { params: { id } });
  return before.expiresAt !== after.expiresAt;
}

describeWithEngine('the input of a client that disconnects', () => {
  it('is dropped: it is no use of the sandbox, and later input follows where it stopped', async () => {
    const { client } = await daemon().newUser();
    const sandbox = await openSandbox(client);
    const script = 'until [ -e go ]; do sleep 0.05; done; cat > input; wc -c < input; tail -c 6 input';
    const params = await sandbox.start({ shell: script });
    const leaving = new AbortController();
    const body = { text: 'x'.repeat(8_000_000), end: true };
    const left = expect(client.answer(writeProcessInput, { params, body, signal: leaving.signal })).rejects.toThrow();
    await until(() => isInUse(sandbox));
    leaving.abort();
    await left;
    await until(async () => !(await isInUse(sandbox)));
    const later = client.call(writeProcessInput, { params, body: { text: '_later', end: true } });
    await sandbox.run({ command: ['touch', 'go'] });
    await later;
    const { stdout } = await client.call(waitForProcess, { params });
    const [length, end] = stdout.split('\n');
    expect(end).toBe('_later');
    expect(Number(length)).toBeLessThan(1_000_000);
    await sandbox.remove();
  });
});
