import { expect, test } from 'vitest';
import { createKeyring } from '../../../src-daemon/keystore/keyring.ts';
import { createOsKeyStore } from '../../../src-daemon/keystore/os-key-store.ts';
import { describeOsStore, failure, instanceId, limits, master } from './os-store-suite.ts';

describeOsStore(({ service, store, open }) => {
  test('that is frozen is an error and not a hang, and works again later', async () => {
    await store().writeMaster(master);
    service().freeze();
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
    service().thaw();
    // On a busy machine it does not answer within a second at once.
    await expect.poll(() => frozen.readMaster().catch(() => undefined), { timeout: 60_000 }).toEqual(master);
  });

  test('that stays locked is replaced by a file on new data, if the caller allows it', async () => {
    service().lock();
    expect((await failure(open(false))).reason).toBe('locked');
    const opened = await open(false, { keyStoreFallback: 'file' });
    expect(opened.keyStore.kind).toBe('file');
    expect(opened.warnings).toHaveLength(1);
  });
});
