import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { secretValue } from '../../../src-daemon/crypto/secret-value.ts';
import type { KeyStoreSettings } from '../../../src-daemon/keystore/create-key-store.ts';
import { KeyStoreError } from '../../../src-daemon/keystore/key-store.ts';
import { createKeyring } from '../../../src-daemon/keystore/keyring.ts';
import { openMaster } from '../../../src-daemon/keystore/open-master.ts';

let home: string;
let settings: KeyStoreSettings;
let busBefore: string | undefined;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'master-'));
  const dataDir = mkdtempSync(join(home, 'data-'));
  settings = {
    dataDir,
    keyDir: `${dataDir}-key`,
    isDefaultDataDir: false,
    keyStoreKind: undefined,
    keyStoreFallback: undefined,
    passphrase: undefined,
  };
  busBefore = process.env.DBUS_SESSION_BUS_ADDRESS;
  process.env.DBUS_SESSION_BUS_ADDRESS = `unix:path=${join(home, 'no-bus')}`;
});

afterEach(() => {
  if (busBefore === undefined) delete process.env.DBUS_SESSION_BUS_ADDRESS;
  else process.env.DBUS_SESSION_BUS_ADDRESS = busBefore;
});

const open = (databaseExists: boolean, changes: Partial<KeyStoreSettings> = {}) =>
  openMaster({
    config: { ...settings, ...changes },
    databaseExists,
    keyring: createKeyring({ connectTimeoutMs: 5000, answerTimeoutMs: 3000 }),
  });

async function failure(promise: Promise<unknown>): Promise<KeyStoreError> {
  const error = await promise.then(
    () => new Error('it did not fail'),
    (reason: unknown) => reason,
  );
  if (error instanceof KeyStoreError) return error;
  throw error;
}

const keyFile = () => join(settings.keyDir, 'master.key');

describe('a key file', () => {
  const file = { keyStoreKind: 'file' as const };

  test('keeps the master outside of the data folder, for its owner only', async () => {
    const { master, keyStore, warnings } = await open(false, file);
    expect(master).toHaveLength(32);
    expect([keyStore.kind, warnings]).toEqual(['file', []]);
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
    expect(statSync(settings.keyDir).mode & 0o777).toBe(0o700);
    const text = Buffer.from(master).toString('base64');
    for (const name of readdirSync(settings.dataDir)) {
      expect(readFileSync(join(settings.dataDir, name), 'utf8')).not.toContain(text);
    }
    expect((await open(true)).master).toEqual(master);
  });

  test('is named after the instance in the default place', async () => {
    const { instanceId } = await open(false, { ...file, isDefaultDataDir: true });
    expect(readdirSync(settings.keyDir)).toEqual([`${instanceId}.key`]);
  });

  test('that others can read is refused', async () => {
    await open(false, file);
    chmodSync(keyFile(), 0o640);
    const error = await failure(open(true));
    expect(error.reason).toBe('exposed');
    expect(error.message).toContain('chmod 600');
  });

  test('that is missing is never created again for existing data', async () => {
    await open(false, file);
    rmSync(keyFile());
    expect((await failure(open(true))).reason).toBe('master_missing');
    expect(existsSync(keyFile())).toBe(false);
  });

  test('of other data is refused', async () => {
    await open(false, file);
    writeFileSync(keyFile(), `${Buffer.alloc(32, 9).toString('base64')}\n`);
    expect((await failure(open(true))).reason).toBe('wrong_master');
    writeFileSync(keyFile(), 'AAAA\n');
    expect((await failure(open(true))).reason).toBe('wrong_master');
  });

  test('of a first start that never came to a database is used again', async () => {
    const first = await open(false, file);
    const second = await open(false, file);
    expect(second.master).toEqual(first.master);
    expect(second.instanceId).toBe(first.instanceId);
  });

  test('has the sealed audit head next to it', async () => {
    const { keyStore } = await open(false, file);
    expect(await keyStore.readAnchor()).toBeUndefined();
    await keyStore.writeAnchor('42:the-mac');
    expect(await (await open(true)).keyStore.readAnchor()).toBe('42:the-mac');
    const sealed = join(settings.keyDir, 'audit-head');
    expect(readFileSync(sealed, 'latin1')).not.toContain('the-mac');
    const bytes = readFileSync(sealed);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(sealed, bytes);
    await expect(keyStore.readAnchor()).rejects.toThrow('does not open');
  });
});

describe('a passphrase', () => {
  const right = () => ({ keyStoreKind: 'passphrase' as const, passphrase: secretValue('a long passphrase') });

  test('opens its data, and no other does', async () => {
    const { master, keyStore } = await open(false, right());
    await keyStore.writeAnchor('1:a');
    const again = await open(true, right());
    expect(again.master).toEqual(master);
    expect(await again.keyStore.readAnchor()).toBe('1:a');
    const wrong = await failure(open(true, { passphrase: secretValue('a wrong passphrase') }));
    expect(wrong.reason).toBe('wrong_passphrase');
    expect(wrong.message).not.toContain('a wrong');
    expect((await failure(open(true))).reason).toBe('passphrase_missing');
  });

  test.each([
    ['over 1,024 bytes', 'x'.repeat(1025)],
    ['with U+FFFD, which an environment that is not UTF-8 leaves', 'p\ufffdss'],
  ])('that is new is refused: %s', async (_, text) => {
    const refused = await failure(open(false, { ...right(), passphrase: secretValue(text) }));
    expect(refused.reason).toBe('unusable_passphrase');
    expect(refused.message).not.toContain(text);
  });

  test('seals the session that the computer remembers, and forgets it', async () => {
    const { keyStore } = await open(false, right());
    expect(await keyStore.readSession()).toBeUndefined();
    await keyStore.writeSession('a token');
    expect(readFileSync(join(settings.keyDir, 'session'), 'latin1')).not.toContain('a token');
    const { keyStore: later } = await open(true, right());
    expect(await later.readSession()).toBe('a token');
    await later.forgetSession();
    expect(await later.readSession()).toBeUndefined();
  });

  test('leaves its salt in instance.json and the key nowhere in the clear', async () => {
    const { master } = await open(false, right());
    const instance = JSON.parse(readFileSync(join(settings.dataDir, 'instance.json'), 'utf8'));
    expect(instance).toMatchObject({ keyStore: 'passphrase', passphrase: { kdf: 1 } });
    expect(Buffer.from(instance.passphrase.salt, 'base64')).toHaveLength(16);
    expect(readFileSync(join(settings.dataDir, 'master.sealed')).includes(Buffer.from(master))).toBe(false);
  });
});

describe('where no key store of the OS answers', () => {
  test('new data is refused with the two flags', async () => {
    const error = await failure(open(false));
    expect(error.reason).toBe('unavailable');
    expect(error.message).toContain('--key-store file');
    expect(error.message).toContain('--key-store passphrase');
  });

  test('new data takes a file if the caller allows it, says so in one line, and keeps to it', async () => {
    const { master, keyStore, warnings } = await open(false, { keyStoreFallback: 'file' });
    expect(keyStore.kind).toBe('file');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(settings.keyDir);
    expect((await open(true, { keyStoreFallback: 'file' })).master).toEqual(master);
    expect((await open(true)).keyStore.kind).toBe('file');
  });

  test('a kind that was asked for by name is never replaced', async () => {
    const asked = { keyStoreKind: 'os' as const, keyStoreFallback: 'file' as const };
    expect((await failure(open(false, asked))).reason).toBe('unavailable');
    expect(existsSync(keyFile())).toBe(false);
  });
});

describe('existing data', () => {
  test('is refused with another kind of key store than it was made with', async () => {
    await open(false, { keyStoreKind: 'file' });
    const error = await failure(open(true, { keyStoreKind: 'os' }));
    expect(error.reason).toBe('kind_changed');
    expect(error.message).toContain('keystore move');
  });

  test.each([
    ['gone', undefined],
    ['damaged', '{"formatVersion":1'],
    ['of another shape', '{"formatVersion":9}'],
  ])('whose instance.json is %s is refused, and none is made', async (_, content) => {
    await open(false, { keyStoreKind: 'file' });
    const path = join(settings.dataDir, 'instance.json');
    if (content === undefined) rmSync(path);
    else writeFileSync(path, content);
    expect((await failure(open(true))).reason).toBe('instance_missing');
    expect(existsSync(path) ? readFileSync(path, 'utf8') : undefined).toBe(content);
  });
});
