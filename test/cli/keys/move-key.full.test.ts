/** Moves the key of existing data to a real Secret Service and back. The data does not change. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { missingPrograms, type SecretService, startSecretService } from '../../daemon/keystore/secret-service.ts';
import { createApiClient } from '../../support/api-client.ts';
import { type ReadyDaemon, startChildDaemon } from '../../support/daemon/child-daemon.ts';
import { registerUser } from '../../support/daemon/test-daemon.ts';
import { commandIn, temporaryFolder } from '../command.ts';

describe.skipIf(missingPrograms.length > 0 && process.env.CI !== 'true')('keystore move os', () => {
  const folder = temporaryFolder();
  const dataDir = join(folder, 'data');
  const command = commandIn(folder, dataDir);
  const keyFile = join(`${dataDir}-key`, 'master.key');
  const sessionFile = join(`${dataDir}-key`, 'session');
  let service: SecretService;
  beforeAll(async () => {
    service = await startSecretService();
  });
  afterAll(() => service.stop());

  it('hands the key to the keychain, from which the daemon starts as before, and takes it back', async () => {
    const first = await startChildDaemon(dataDir);
    const { client } = await registerUser(first.url);
    await client.call(putSecret, { params: { name: 'TOKEN' }, body: { value: 'tok-123456' } });
    const before = await client.call(listSecrets);
    await stop(first);
    writeFileSync(sessionFile, 'what a shell was remembered by', { mode: 0o600 });

    const env = { DBUS_SESSION_BUS_ADDRESS: process.env.DBUS_SESSION_BUS_ADDRESS ?? '' };
    const moved = await command.run(['keystore', 'move', 'os', '--json'], { env });
    expect(JSON.parse(moved.stdout)).toEqual({ from: 'file', to: 'os' });
    expect(existsSync(keyFile)).toBe(false);
    expect(existsSync(sessionFile)).toBe(false);

    const second = await startChildDaemon(dataDir, env, ['--key-store', 'os']);
    const again = createApiClient(second.url, client.credential);
    expect(await again.call(readHealth)).toMatchObject({ keyStore: 'os' });
    expect((await again.call(listSecrets)).secrets).toEqual(before.secrets);
    await stop(second);

    expect(await command.run(['keystore', 'move', 'file'], { env })).toMatchObject({ exitCode: 0 });
    expect(existsSync(keyFile)).toBe(true);
    const third = await startChildDaemon(dataDir);
    expect((await createApiClient(third.url, client.credential).call(listSecrets)).secrets).toEqual(before.secrets);
    await stop(third);
  });
});

async function stop(daemon: ReadyDaemon): Promise<void> {
  daemon.process.kill('SIGTERM');
  expect(await daemon.exited).toMatchObject({ code: 0 });
}
