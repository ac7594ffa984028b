/** The default limit of Node's `fetch`, which is 300 s for the headers of an answer. */
import { expect, it } from 'vitest';
import { execute, listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

const daemon = testDaemonOfFile();

describeWithEngine('a run of 310 s', () => {
  it("outlives the limit of Node's fetch, and the repeated request is answered with it", {
    timeout: 500_000,
  }, async () => {
    const user = await daemon().newUser();
    const send = () =>
      fetch(`${daemon().url}${execute.path}`, {
        method: 'POST',
        headers: { ...user.client.credential, 'content-type': 'application/json', 'idempotency-key': 'long' },
        body: JSON.stringify({ language: 'bash', code: 'sleep 310; echo done', timeoutMs: 400_000 }),
      });
    await expect(send()).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } });
    const response = await send();
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ status: 'succeeded', stdout: 'done\n' });
    expect((await user.client.call(listExecutions)).executions).toHaveLength(1);
  });
});
