import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KeyStoreError } from '../../../src-daemon/keystore/key-store.ts';
import { createKeyring } from '../../../src-daemon/keystore/keyring.ts';
import { openMaster } from '../../../src-daemon/keystore/open-master.ts';
import { createOsKeyStore } from '../../../src-daemon/keystore/os-key-store.ts';
import { missingPrograms, type SecretService, startSecretService } from './secret-service.ts';

const canRun = missingPrograms.length === 0;
const suite = 'the key store of the OS, on a real Secret Service';

if (!canRun) {
  const message = `SKIPPED: ${suite}: ${missingPrograms.join(', ')} missing`;
  test.runIf(process.env.CI === 'true')(suite, () => {
    throw new Error(message);
  });
  process.stderr.write(`${message}\n`);
}

async function failure(promise: Promise<unknown>): Promise<KeyStoreError> {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof KeyStoreError) return error;
  throw error;
}

const limits = { connectTimeoutMs: 5000, answerTimeoutMs: 3000 };
const instanceId = randomBytes(16).toString('hex');
const master = new Uint8Array(randomBytes(32));

describe.runIf(canRun)(suite, () => {
  let service: SecretService;
  let dataDir: string;

  beforeEach(async () => {
    service = await startSecretService();
    dataDir = mkdtempSync(join(tmpdir(), 'os-store-'));
  });

  afterEach(async () => {
    await service.stop();
    rmSync(dataDir, { recursive: true });
    rmSync(`${dataDir}-key`, { recursive: true, force: true });
  });

  // A keyring of its own for each bus: the process behind it keeps the bus that it was started with.
  const store = (id = instanceId) => createOsKeyStore({ instanceId: id, keyring: createKeyring(limits) });
  const config = (changes: object = {}) => ({
    dataDir,
    keyDir: `${dataDir}-key`,
    isDefaultDataDir: false,
    keyStoreKind: undefined,
    keyStoreFallback: undefined,
    passphrase: undefined,
    ...changes,
  });
  const open = (databaseExists: boolean, changes: object = {}) =>
    openMaster({ config: config(changes), databaseExists, keyring: createKeyring(limits) });

  test('that is frozen is an error and not a hang, and works again later', async () => {
    await store().writeMaster(master);
    service.freeze();
    const keyring = createKeyring({ ...limits, connectTimeoutMs: 1000 });
    const frozen = createOsKeyStore({ instanceId, keyring });
    let ticks = 0;
    const beat = setInterval(() => {
      ticks += 1;
    }, 10);
    const error = await failure(frozen.readMaster());
    clearInterval(beat);
    expect([error.reason, error.isLocked]).toEqual(['unavailable', false]);
    expect(ticks).toBeGreaterThan(1);
    service.thaw();
    // On a busy machine it does not answer within a second at once.
    await expect.poll(() => frozen.readMaster().catch(() => undefined), { timeout: 60_000 }).toEqual(master);
  });

  test('that stays locked is replaced by a file on new data, if the caller allows it', async () => {
    service.lock();
    expect((await failure(open(false))).reason).toBe('locked');
    const opened = await open(false, { keyStoreFallback: 'file' });
    expect(opened.keyStore.kind).toBe('file');
    expect(opened.warnings).toHaveLength(1);
  });
});
