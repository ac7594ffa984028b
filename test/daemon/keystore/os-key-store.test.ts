import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KeyStoreError } from '../../../src-daemon/keystore/key-store.ts';
import { createKeyring } from '../../../src-daemon/keystore/keyring.ts';
import { createOsKeyStore } from '../../../src-daemon/keystore/os-key-store.ts';
import { describeOsStore, failure, instanceId, limits, master } from './os-store-suite.ts';

describeOsStore(({ service, renewService, dataDir, store, open }) => {
  test('gives back what was written, to a later process too', async () => {
    await store().writeMaster(master);
    await store().writeAnchor('17:abc');
    expect(await store().readMaster()).toEqual(master);
    expect(await store().readAnchor()).toBe('17:abc');
  });

  test('keeps the newest audit head, and keeps it apart from the key', async () => {
    const one = store();
    await one.writeAnchor('1:a');
    await one.writeAnchor('2:b');
    expect(await one.readAnchor()).toBe('2:b');
    expect(await one.readMaster()).toBeUndefined();
  });

  test('has nothing for an instance that never wrote', async () => {
    expect(await store('0'.repeat(32)).readMaster()).toBeUndefined();
    expect(await store('0'.repeat(32)).readAnchor()).toBeUndefined();
  });

  test('that is locked says so, for reading and for writing', async () => {
    await store().writeMaster(master);
    service().lock();
    const read = await failure(store().readMaster());
    expect([read.reason, read.isLocked]).toEqual(['locked', true]);
    expect((await failure(store().writeMaster(master))).reason).toBe('locked');
  });

  test('that takes its time is reported as asking its owner, and a later call gets the answer', async () => {
    await store().writeMaster(master);
    const impatient = createOsKeyStore({ instanceId, keyring: createKeyring({ ...limits, answerTimeoutMs: 1 }) });
    const first = await firstFailureOf(() => impatient.readMaster());
    expect([first.reason, first.isLocked]).toEqual(['unlock_pending', true]);
    expect(await answerOf(() => impatient.readMaster())).toEqual(master);
  });

  /** An answer can come within the millisecond: reads until one is late. */
  async function firstFailureOf(read: () => Promise<unknown>): Promise<KeyStoreError> {
    for (;;) {
      const outcome = await read().catch((error: unknown) => error);
      if (outcome instanceof KeyStoreError) return outcome;
      expect(outcome).toEqual(master);
    }
  }

  async function answerOf(read: () => Promise<Uint8Array | undefined>): Promise<Uint8Array | undefined> {
    for (;;) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof KeyStoreError) || error.reason !== 'unlock_pending') throw error;
      }
    }
  }

  test('keeps the master of new data, and opens it again', async () => {
    const first = await open(false);
    const again = await open(true);
    expect(first.keyStore.kind).toBe('os');
    expect(again.master).toEqual(first.master);
    expect(again.instanceId).toBe(first.instanceId);
    const onDisk = readFileSync(join(dataDir(), 'instance.json'), 'utf8');
    expect(onDisk).not.toContain(Buffer.from(first.master).toString('base64'));
  });

  test('that lost the key of existing data is refused, and no new key is made', async () => {
    const { instanceId: id } = await open(false);
    await service().stop();
    await renewService();
    expect((await failure(open(true))).reason).toBe('master_missing');
    expect(await store(id).readMaster()).toBeUndefined();
  });

  test('that is locked or frozen under existing data never falls back to a file', async () => {
    await open(false);
    service().lock();
    expect((await failure(open(true, { keyStoreFallback: 'file' }))).reason).toBe('locked');
    service().freeze();
    expect((await failure(open(true, { keyStoreFallback: 'file' }))).reason).toBe('unavailable');
  });
});
