/** Runs that outlive their clients: a stored script, and the 300 s for which Node's `fetch` waits for an answer. */
import { expect, it } from 'vitest';
import { execute, listExecutions } from '../../../src-shared/contracts/executions.contract.ts';
import { encryptCode, executeCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { impatientFetch } from '../../support/network/impatient-fetch.ts';

const daemon = testDaemonOfFile();

describeWithEngine('a stored script', () => {
  it('continues when its client gives up, and the repeated request is answered with it', async () => {
    const user = await daemon().newUser();
    const masterPassword = 'a master password';
    const code = 'sleep 8; echo done';
    const { encryptedPayload } = await user.client.call(encryptCode, { body: { masterPassword, code } });
    const body = { encryptedPayload, language: 'bash', description: '' };
    await user.client.call(storeCode, { params: { name: 'slow' }, body });
    const send = (waitMs: number) =>
      impatientFetch(waitMs)(`${daemon().url}${executeCode.path.replace(':name', 'slow')}`, {
        method: 'POST',
        headers: { ...user.client.credential, 'content-type': 'application/json', 'idempotency-key': 'stored' },
        body: JSON.stringify({ masterPassword }),
      });
    await expect(send(5000)).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } });
    expect(await (await send(60_000)).json()).toMatchObject({ status: 'succeeded', stdout: 'done\n' });
    expect((await user.client.call(listExecutions)).executions).toHaveLength(1);
  });
});

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
