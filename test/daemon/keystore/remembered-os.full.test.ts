/** The remembered session in the key store of the OS, with a daemon on a real Secret Service. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeyring } from '../../../src-daemon/keystore/keyring.ts';
import { login, logout, verify } from '../../../src-shared/contracts/accounts.contract.ts';
import { keepSession, readRemembered, restoreSession } from '../../../src-shared/contracts/remembered.contract.ts';
import { asBearer } from '../../support/api-client.ts';
import { startTestDaemon, type TestDaemon, type TestUser } from '../../support/daemon/test-daemon.ts';
import { provenShell } from '../../support/shell-proof.ts';
import { until } from '../../support/until.ts';
import { missingPrograms, type SecretService, startSecretService } from './secret-service.ts';

const suite = 'a remembered session, on a real Secret Service';
const canRun = missingPrograms.length === 0;
if (!canRun) {
  const message = `SKIPPED: ${suite}: ${missingPrograms.join(', ')} missing`;
  test.runIf(process.env.CI === 'true')(suite, () => {
    throw new Error(message);
  });
  process.stderr.write(`${message}\n`);
}

describe.runIf(canRun)(suite, { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'remembered-'));
  let service: SecretService;
  let daemon: TestDaemon;
  let user: TestUser;

  const start = () =>
    startTestDaemon({ dataDir: join(folder, 'data'), args: ['--key-store', 'os', '--engine', 'embedded'] });

  beforeAll(async () => {
    service = await startSecretService();
    daemon = await start();
    user = await daemon.newUser();
  });
  afterAll(async () => {
    await daemon.stop();
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const keep = async (token: string) =>
    daemon.client.with(asBearer(token)).answer(keepSession, { body: await provenShell(daemon, 'keep') });
  const restore = async () => daemon.client.call(restoreSession, { body: await provenShell(daemon, 'restore') });
  const refusal = async () => daemon.client.refusal(restoreSession, { body: await provenShell(daemon, 'restore') });
  /** As another program of the same user finds it. */
  const entry = async () => {
    const { instanceId } = JSON.parse(readFileSync(join(folder, 'data/instance.json'), 'utf8'));
    return createKeyring({ connectTimeoutMs: 5000, answerTimeoutMs: 3000 }).read(`${instanceId}.session`);
  };

  test('is an entry of the keychain, and comes back from a later start of the daemon', async () => {
    expect(await entry()).toBeNull();
    expect((await keep(user.token)).status).toBe(204);
    const first = await entry();
    expect(first).toMatch(/^eyJ/);
    await daemon.stop();
    daemon = await start();
    const back = await restore();
    expect(back.user.id).toBe(user.id);
    expect(await entry()).not.toBe(first);
    expect(await daemon.readLog()).not.toContain('eyJ');
  });

  test('is removed from the keychain when its login ends', async () => {
    const { token } = await restore();
    expect((await daemon.client.with(asBearer(token)).answer(logout)).status).toBe(200);
    await until(async () => (await entry()) === null);
    expect(await refusal()).toMatchObject({ code: 'nothing_remembered' });
  });

  test('cannot be had from a keychain that is locked or frozen, which says so; the password lets in', async () => {
    const body = { email: user.email, password: user.password };
    const { token } = await daemon.client.call(login, { body });
    expect((await keep(token)).status).toBe(204);
    service.lock();
    expect(await refusal()).toMatchObject({ code: 'locked', status: 423 });
    service.freeze();
    // By its own time limit or by ours, whichever is first.
    expect(['key_store_unavailable', 'locked']).toContain((await refusal()).code);
    const again = await daemon.client.call(login, { body });
    expect(await daemon.client.with(asBearer(again.token)).call(verify)).toMatchObject({ valid: true });
    expect([503, 423]).toContain((await keep(again.token)).status);
    // A token that was not stored completely must not be stored in part.
    expect(await daemon.client.with(asBearer(again.token)).call(readRemembered)).toEqual({ remembered: false });
    service.thaw();
  });
});
