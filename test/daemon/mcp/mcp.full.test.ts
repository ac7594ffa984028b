import { expect, it } from 'vitest';
import { encryptCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { connectAgent } from './agent.ts';

const daemon = testDaemonOfFile();

describeWithEngine('an agent', () => {
  it('sees the end of output over 1 MiB, and of code that it runs the beginning alone where it asks for that', async () => {
    const user = await daemon().newUser();
    const { client } = await connectAgent(daemon().url, user, { name: 'Agent Smith' });
    const run = { language: 'bash', code: 'seq 1000000' };
    const ends = await client.callTool({ name: 'run_code', arguments: run });
    expect(ends.structuredContent).toMatchObject({ stdout: expect.stringMatching(/\n1000000\n$/) });
    const head = await client.callTool({ name: 'run_code', arguments: { ...run, outputKeep: 'head' } });
    expect(head.structuredContent).toMatchObject({ stdout: expect.not.stringMatching(/\n1000000\n$/) });
    await client.close();
  });

  it('runs a stored script only where its program has the master password', async () => {
    const user = await daemon().newUser();
    const code = 'print("from the vault")';
    const { encryptedPayload } = await user.client.call(encryptCode, { body: { masterPassword: 'mästér', code } });
    await user.client.call(storeCode, { params: { name: 's' }, body: { encryptedPayload, language: 'python' } });
    const without = await connectAgent(daemon().url, user);
    const refused = await without.client.callTool({ name: 'run_script', arguments: { name: 's' } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('not allowed to open') }],
    });
    const headers = { 'x-strongroom-master-password': Buffer.from('mästér').toString('base64') };
    const { client } = await connectAgent(daemon().url, user, { headers });
    const listed = await client.callTool({ name: 'list_scripts', arguments: {} });
    expect(listed.structuredContent).toMatchObject({ scripts: [{ name: 's', language: 'python' }] });
    const run = await client.callTool({ name: 'run_script', arguments: { name: 's' } });
    expect(run.structuredContent).toMatchObject({ stdout: 'from the vault\n' });
    expect(await daemon().readLog()).not.toContain(headers['x-strongroom-master-password']);
    await Promise.all([client.close(), without.client.close()]);
  });
});
