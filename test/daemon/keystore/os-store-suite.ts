import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'vitest';
import { KeyStoreError } from '../../../src-daemon/keystore/key-store.ts';
import { createKeyring } from '../../../src-daemon/keystore/keyring.ts';
import { openMaster } from '../../../src-daemon/keystore/open-master.ts';
import { createOsKeyStore } from '../../../src-daemon/keystore/os-key-store.ts';
import { missingPrograms, type SecretService, startSecretService } from './secret-service.ts';

const canRun = missingPrograms.length === 0;
const suite = 'the key store of the OS, on a real Secret Service';

/** Returns the error of a key store. */
export async function failure(promise: Promise<unknown>): Promise<KeyStoreError> {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof KeyStoreError) return error;
  throw error;
}

export const limits = { connectTimeoutMs: 5000, answerTimeoutMs: 3000 };
export const instanceId = randomBytes(16).toString('hex');
export const master = new Uint8Array(randomBytes(32));

export type OsStoreFixture = ReturnType<typeof setUp>;

/** A suite with a Secret Service and a data folder for each test: skipped if a program is missing, failed if CI=true. */
export function describeOsStore(tests: (fixture: OsStoreFixture) => void): void {
  if (!canRun) {
    const message = `SKIPPED: ${suite}: ${missingPrograms.join(', ')} missing`;
    test.runIf(process.env.CI === 'true')(suite, () => {
      throw new Error(message);
    });
    process.stderr.write(`${message}\n`);
  }

  describe.runIf(canRun)(suite, () => tests(setUp()));
}

function setUp() {
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

  /** Starts a Secret Service that knows nothing, in the place of a stopped one. */
  async function renewService(): Promise<void> {
    service = await startSecretService();
  }

  return { service: () => service, renewService, dataDir: () => dataDir, store, open };
}
