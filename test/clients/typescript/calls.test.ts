import { beforeAll, describe, expect, it } from 'vitest';
import { Strongroom } from '../../../clients/typescript/src/index.ts';
import { fetchOverSocket } from '../../../clients/typescript/src/socket.ts';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile();
let apiKey: string;
let client: Strongroom;

beforeAll(async () => {
  ({ apiKey } = await daemon().newUser());
  client = new Strongroom({ url: daemon().url, apiKey });
});

describe('the client', () => {
  it('sets, lists and deletes secrets', async () => {
    expect(await client.secrets.set('TOKEN', 'the first value')).toMatchObject({ name: 'TOKEN', version: 1 });
    expect(await client.secrets.set('TOKEN', { value: 'another', description: 'é' })).toMatchObject({ version: 2 });
    expect(await client.secrets.list()).toMatchObject([{ name: 'TOKEN', description: 'é' }]);
    expect(await client.secrets.delete('TOKEN')).toBeUndefined();
    expect(await client.secrets.list()).toEqual([]);
  });

  it('lists packages, and waits for none', async () => {
    expect(await client.packages.set([])).toEqual([]);
    expect(await client.packages.wait()).toEqual([]);
    await expect(client.packages.remove('javascript', '@scope/none')).rejects.toMatchObject({
      code: 'package_not_found',
      status: 404,
    });
  });

  it('stores, reads and deletes encrypted code', async () => {
    const code = { language: 'python', description: 'a greeting', code: 'print("é")', masterPassword: 'a password' };
    expect(await client.vault.save('a b', code)).toEqual({
      ...{ name: 'a b', language: 'python', description: 'a greeting', stored: true, zeroKnowledge: true },
    });
    const { encryptedPayload } = await client.vault.read('a b');
    expect(await client.vault.store('copy', { language: 'python', encryptedPayload })).toMatchObject({ name: 'copy' });
    expect((await client.vault.list()).map(({ name }) => name)).toEqual(['a b', 'copy']);
    expect(await client.vault.revisions('copy')).toMatchObject([{ revision: 1 }]);
    await client.vault.delete('a b');
    await expect(client.vault.read('a b')).rejects.toMatchObject({ code: 'code_not_found' });
    await expect(client.vault.run('copy', { masterPassword: 'wrong' })).rejects.toMatchObject({
      code: 'decryption_failed',
      status: 422,
    });
  });

  it('reads and verifies the audit log', async () => {
    const { logs, nextBefore } = await client.audit.list({ limit: 2 });
    expect(logs).toHaveLength(2);
    expect((await client.audit.list({ limit: 1, before: Number(nextBefore) })).logs[0]?.id).toBeLessThan(
      Number(logs[1]?.id),
    );
    expect(await client.audit.verify()).toMatchObject({ verdict: 'intact' });
    expect((await client.audit.export({ format: 'csv' })).split('\n')[0]).toContain('action');
  });

  it('uses the socket of the daemon', async () => {
    const fetch = fetchOverSocket(daemon().daemon.socketPath);
    const byOwner = new Strongroom({ url: daemon().url, apiKey, fetch });
    expect(await byOwner.secrets.set('BY_SOCKET', 'é'.repeat(100))).toMatchObject({ version: 1 });
    expect(await byOwner.secrets.delete('BY_SOCKET')).toBeUndefined();
    await expect(byOwner.secrets.delete('BY_SOCKET')).rejects.toMatchObject({ code: 'secret_not_found' });
    const absent = new Strongroom({ apiKey, fetch: fetchOverSocket('/nonexistent/daemon.sock') });
    await expect(absent.health()).rejects.toMatchObject({ code: 'connection_failed' });
  });

  it('reads the health of the daemon without a key, and calls any other operation', async () => {
    const open = new Strongroom({ url: daemon().url, apiKey: '' });
    expect(await open.health()).toMatchObject({ database: 'ok' });
    expect((await client.request('GET /api/v1/settings')).limits).toBeDefined();
    expect((await client.languages()).map(({ id }) => id)).toContain('python');
  });
});

describeWithEngine('the client', () => {
  it('runs stored code with a secret', async () => {
    await client.secrets.set('GREETING', 'hello from a secret');
    await client.vault.save('greet', {
      language: 'python',
      code: 'import os; print(len(os.environ["GREETING"]))',
      masterPassword: 'pä',
    });
    const result = await client.vault.run('greet', { masterPassword: 'pä' });
    expect(result).toMatchObject({ status: 'succeeded', stdout: '19\n' });
    const names = new Set<string>();
    for await (const { event } of client.vault.stream('greet', { masterPassword: 'pä' })) names.add(event);
    expect([...names]).toEqual(['started', 'stdout', 'finished']);
  });

  it('uses a sandbox: cells, processes and files', async () => {
    const sandbox = await client.sandboxes.create({ language: 'python' });
    expect(await sandbox.cell('x = 6 * 7')).toMatchObject({ status: 'succeeded' });
    expect((await sandbox.cell('x')).outputs[0]?.data).toMatchObject({ 'text/plain': '42' });
    await sandbox.files.write('data/naïve name.txt', 'é\n');
    expect(await sandbox.exec({ command: ['cat', 'data/naïve name.txt'] })).toMatchObject({
      stdout: 'é\n',
      exitCode: 0,
    });
    expect(new TextDecoder().decode(await sandbox.files.read('data/naïve name.txt'))).toBe('é\n');
    const stream = new Blob(['in ', 'chunks']).stream();
    expect(await sandbox.files.write('data/chunks', stream)).toMatchObject({ size: 9 });
    const { entries } = await sandbox.files.list({ path: 'data' });
    expect(entries.map(({ path }) => path).toSorted()).toEqual(['data/chunks', 'data/naïve name.txt']);
    const fetch = fetchOverSocket(daemon().daemon.socketPath);
    const byOwner = await new Strongroom({ url: daemon().url, apiKey, fetch }).sandboxes.get(sandbox.id);
    expect(await byOwner.files.write('data/chunks', new Blob(['more']).stream())).toMatchObject({ size: 4 });
    await sandbox.files.delete('data');
    await expect(sandbox.files.read('data/chunks')).rejects.toMatchObject({ code: 'file_not_found' });
    for await (const { event } of sandbox.execStream({ shell: 'echo begun; sleep 30' })) if (event === 'stdout') break;
    await until(async () => {
      const { processes } = await client.request('GET /api/v1/sandboxes/{id}/processes', {
        params: { id: sandbox.id },
      });
      return processes.every(({ status }) => status !== 'running');
    });
    expect(await (await client.sandboxes.get(sandbox.id)).read()).toMatchObject({ id: sandbox.id, status: 'running' });
    await sandbox.delete();
    expect(await client.sandboxes.list()).toEqual([]);
  });
});
