/** Settings of the whole machine: the oldest account that exists changes them, and no other. */
import { expect, it } from 'vitest';
import { deleteAccount, register, registerWithoutKey } from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { readSettings, updateSettings } from '../../../src-shared/contracts/settings.contract.ts';
import { asKey } from '../../support/api-client.ts';
import { startTestDaemon, type TestDaemon, type TestUser, testPassword } from '../../support/daemon/test-daemon.ts';

async function withDaemon(work: (daemon: TestDaemon) => Promise<void>): Promise<void> {
  const daemon = await startTestDaemon();
  try {
    await work(daemon);
  } finally {
    await daemon.stop();
  }
}

const registrationOf = async ({ client }: TestUser) => (await client.call(readSettings)).registration;

it('registration is changed by the first account alone; others see why they cannot', async () => {
  await withDaemon(async (daemon) => {
    const [first, other] = [await daemon.newUser(), await daemon.newUser()];
    for (const client of [other.client, other.session]) {
      const refused = await client.refusal(updateSettings, { body: { registration: 'closed', autoLockMinutes: 3 } });
      expect(refused).toMatchObject({
        code: 'forbidden',
        message: expect.stringContaining('first account'),
        details: [{ path: 'registration' }],
      });
    }
    expect(await other.client.call(readSettings)).toMatchObject({
      registration: 'open',
      autoLockMinutes: 15,
      readOnly: ['registration'],
    });
    const closed = await first.client.call(updateSettings, { body: { registration: 'closed' } });
    expect(closed).toMatchObject({ registration: 'closed' });
    expect(closed).not.toHaveProperty('readOnly');
    expect(await registrationOf(other)).toBe('closed');
  });
});

it('an unchanged value passes from every account, as does all that GET answered', async () => {
  await withDaemon(async (daemon) => {
    const [first, other] = [await daemon.newUser(), await daemon.newUser()];
    await first.client.call(updateSettings, { body: { registration: 'closed' } });
    const body = { registration: 'closed', autoLockMinutes: 3 };
    expect(await other.client.call(updateSettings, { body })).toMatchObject({ autoLockMinutes: 3 });
    for (const { client } of [first, other]) {
      const settings = await client.call(readSettings);
      expect(await client.call(updateSettings, { body: settings })).toEqual(settings);
    }
  });
});

it('when the first account ends, the next oldest one is the first', async () => {
  await withDaemon(async (daemon) => {
    const [first, second, third] = [await daemon.newUser(), await daemon.newUser(), await daemon.newUser()];
    await first.session.answer(deleteAccount, { body: { password: testPassword } });
    await second.client.call(updateSettings, { body: { registration: 'closed' } });
    const refused = await third.client.refusal(updateSettings, { body: { registration: 'open' } });
    expect(refused).toMatchObject({ code: 'forbidden' });
    const body = { email: 'late@example.com', password: testPassword };
    for (const spec of [register, registerWithoutKey])
      expect(await daemon.client.refusal(spec, { body })).toMatchObject({ code: 'registration_closed' });
    await second.client.call(updateSettings, { body: { registration: 'open' } });
    expect((await daemon.client.answer(register, { body })).status).toBe(201);
  });
});

it('where packages come from is changed only by a key that their code has no more rights than', async () => {
  await withDaemon(async (daemon) => {
    const user = await daemon.newUser();
    const patch = { installer: { pipIndexUrl: 'https://packages.example/simple' } };
    const keyWith = async (key: object) => {
      const { apiKey } = await user.session.call(createApiKey, { body: { name: 'key', ...key } });
      return user.client.with(asKey(apiKey));
    };
    for (const narrow of [
      { scopes: ['admin'] },
      { scopes: ['admin', 'execute'] },
      { scopes: ['admin', 'execute', 'secrets'], secretNames: ['A'] },
    ]) {
      const client = await keyWith(narrow);
      expect(await client.refusal(updateSettings, { body: patch })).toMatchObject({ code: 'forbidden' });
      const same = { installer: { pipIndexUrl: null }, autoLockMinutes: 4 };
      expect(await client.call(updateSettings, { body: same })).toMatchObject({ autoLockMinutes: 4 });
    }
    const wide = await keyWith({ scopes: ['admin', 'execute', 'secrets'] });
    expect(await wide.call(updateSettings, { body: patch })).toMatchObject(patch);
  });
});

it('values outside of their ranges are refused by field, and no setting changes', async () => {
  await withDaemon(async (daemon) => {
    const { client } = await daemon.newUser();
    const before = await client.call(readSettings);
    const bad: [object, string][] = [
      [{ limits: { timeoutMs: 99 } }, 'limits.timeoutMs'],
      [{ limits: { memoryMb: 4097 } }, 'limits.memoryMb'],
      [{ history: { keepRuns: -1 } }, 'history.keepRuns'],
      [{ history: { maxBytes: 1024 * 1024 - 1 } }, 'history.maxBytes'],
      [{ installer: { proxy: 'file:///etc/passwd' } }, 'installer.proxy'],
      [{ autoLockMinutes: 0 }, 'autoLockMinutes'],
      [{ registration: 'maybe' }, 'registration'],
      [{ network: { allowed: 'yes' } }, 'network.allowed'],
      [{ network: { allow: true } }, 'network.allow'],
      [{ telemetry: true }, 'telemetry'],
    ];
    for (const [change, path] of bad) {
      const refused = await client.refusal(updateSettings, { body: { limits: { timeoutMs: 500 }, ...change } });
      expect(refused.details[0]).toMatchObject({ path });
    }
    expect(await client.call(readSettings)).toEqual(before);
  });
});
