/** The way back from a lost key: what a backup is for, from the loss to the first run after it. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { verifyAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { execute, listExecutions, readExecution } from '../../../src-shared/contracts/executions.contract.ts';
import { listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { encryptCode, executeCode, listCode, storeCode } from '../../../src-shared/contracts/vault.contract.ts';
import { type ApiClient, createApiClient } from '../../support/api-client.ts';
import { type ReadyDaemon, spawnDaemon, startChildDaemon } from '../../support/daemon/child-daemon.ts';
import { daemonFlags, registerUser } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { commandIn, temporaryFolder } from '../command.ts';

const passphrase = 'a long passphrase';
const masterPassword = 'master password';
const useToken = { language: 'bash', code: `[ "$TOKEN" = tok-123456 ] && echo same; echo "is $TOKEN"` };

describeWithEngine('data whose key is lost', () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const command = commandIn(folder, dataDir);

  it('is refused and left alone without its key, and is all there after a restore', async () => {
    const first = await startChildDaemon(dataDir);
    const user = await registerUser(first.url);
    await fill(user.client);
    const before = await everythingOf(user.client);
    const file = join(folder, 'all.backup');
    expect(await command.run(['backup', file], { input: passphrase })).toMatchObject({ exitCode: 0 });
    await stop(first);

    rmSync(join(folder, 'data-key', 'master.key'));
    const digests = () => ['strongroom.db', 'instance.json'].map((name) => digest(join(dataDir, name)));
    const untouched = digests();
    const refused = spawnDaemon(daemonFlags(dataDir));
    expect(await refused.exited).toMatchObject({ code: 1 });
    expect(refused.stderr()).toMatch(/key file in .* does not exist\. Restore it from a backup; no new key is created/);
    expect(digests()).toEqual(untouched);

    const args = ['restore', file, '--replace', '--key-store', 'file'];
    expect(await command.run(args, { input: passphrase })).toMatchObject({ exitCode: 0 });
    const second = await startChildDaemon(dataDir);
    const client = createApiClient(second.url, user.client.credential);
    expect(await everythingOf(client)).toEqual(before);
    expect(await client.call(execute, { body: useToken })).toMatchObject({ stdout: 'same\nis ***\n' });
    const stored = { params: { name: 'job' }, body: { masterPassword } };
    expect(await client.call(executeCode, stored)).toMatchObject({ stdout: 'from the vault\n' });
    expect(await client.call(verifyAuditLog)).toMatchObject({ verdict: 'intact' });
    await stop(second);
  });
});

async function fill(client: ApiClient): Promise<void> {
  await client.call(putSecret, { params: { name: 'TOKEN' }, body: { value: 'tok-123456' } });
  const body = { masterPassword, code: 'echo from the vault' };
  const { encryptedPayload } = await client.call(encryptCode, { body });
  await client.call(storeCode, { params: { name: 'job' }, body: { encryptedPayload, language: 'bash' } });
  await client.call(execute, { body: useToken });
}

/** Returns the account's data, with the output of its newest run. */
async function everythingOf(client: ApiClient) {
  const { executions } = await client.call(listExecutions);
  const newest = await client.call(readExecution, { params: { id: executions[0]?.id ?? '' } });
  return { secrets: await client.call(listSecrets), code: await client.call(listCode), executions, newest };
}

async function stop(daemon: ReadyDaemon): Promise<void> {
  daemon.process.kill('SIGTERM');
  expect(await daemon.exited).toEqual({ code: 0, signal: null });
}

function digest(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
