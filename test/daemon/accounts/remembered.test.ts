/** "Remember me on this computer": who may ask for the session back, for how long, and what ends it. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  changePassword,
  deleteAccount,
  listSessions,
  login,
  logout,
  refresh,
  revokeSession,
  verify,
} from '../../../src-shared/contracts/accounts.contract.ts';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import {
  challengeShell,
  forgetKeptSession,
  keepSession,
  readRemembered,
  restoreSession,
} from '../../../src-shared/contracts/remembered.contract.ts';
import { listSecrets, putSecret } from '../../../src-shared/contracts/secrets.contract.ts';
import { handshake } from '../../../src-shared/contracts/service.contract.ts';
import { type ApiClient, asBearer } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { proofKeyOf, proofOf, provenShell } from '../../support/shell-proof.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile();
const secondMs = 1000;
const dayMs = 24 * 3_600_000;

const proven = (purpose: 'keep' | 'restore') => provenShell(daemon(), purpose);
const keep = async (session: ApiClient) => session.call(keepSession, { body: await proven('keep') });
const restore = async () => daemon().client.call(restoreSession, { body: await proven('restore') });
const refusal = async () => daemon().client.refusal(restoreSession, { body: await proven('restore') });
const withToken = (token: string): ApiClient => daemon().client.with(asBearer(token));
const serves = async (token: string) => (await withToken(token).answer(verify)).status === 200;
const keptFile = () => join(daemon().config.keyDir, 'session');
const actions = async ({ client }: TestUser) => (await client.call(listAuditLog)).logs.map(({ action }) => action);

async function rememberedUser(): Promise<TestUser> {
  const user = await daemon().newUser();
  await keep(user.session);
  return user;
}

describe('a remembered session', () => {
  it('is off at first', async () => {
    const { session } = await daemon().newUser();
    expect(await session.call(readRemembered)).toEqual({ remembered: false });
    expect(await refusal()).toMatchObject({ code: 'nothing_remembered' });
    expect(existsSync(keptFile())).toBe(false);
  });

  it('comes back for the shell, again and again, and opens what is sealed for the account', async () => {
    const user = await rememberedUser();
    await user.session.call(putSecret, { params: { name: 'KEPT' }, body: { value: 'a value' } });
    expect(await user.session.call(readRemembered)).toEqual({ remembered: true });
    for (let time = 0; time < 3; time += 1) {
      const back = await restore();
      expect(back.user).toMatchObject({ id: user.id, email: user.email });
      const { secrets } = await withToken(back.token).call(listSecrets);
      expect(secrets.map(({ name }) => name)).toEqual(['KEPT']);
      daemon().clock.pass(60 * secondMs);
    }
    expect((await actions(user)).filter((action) => action === 'session.restore')).toHaveLength(3);
  });

  it('is the session that it was: one entry of the list, whatever comes back', async () => {
    const user = await rememberedUser();
    const { token } = await restore();
    const { sessions } = await withToken(token).call(listSessions);
    expect(sessions.map(({ current }) => current)).toEqual([true]);
    expect(await serves(user.token)).toBe(true);
  });

  it('is sealed next to the key file, and is not in the data folder or the log', async () => {
    await rememberedUser();
    await restore();
    expect(readFileSync(keptFile(), 'latin1')).not.toMatch(/eyJ/);
    expect(readdirSync(daemon().config.dataDir)).not.toContain('session');
    expect(await daemon().readLog()).not.toMatch(/eyJ|proof"/);
  });

  it('lasts 7 days after it last came back, and 30 days after the login', async () => {
    const user = await rememberedUser();
    for (let day = 0; day < 28; day += 7) {
      daemon().clock.pass(7 * dayMs - secondMs);
      await restore();
    }
    daemon().clock.pass(3 * dayMs);
    expect(await refusal()).toMatchObject({ code: 'nothing_remembered' });
    await until(() => !existsSync(keptFile()));

    const { token } = await daemon().client.call(login, { body: { email: user.email, password: user.password } });
    await keep(withToken(token));
    daemon().clock.pass(7 * dayMs + secondMs);
    expect(await refusal()).toMatchObject({ code: 'nothing_remembered' });
  });

  it('is replaced by the next remembered session of any account', async () => {
    const first = await rememberedUser();
    const second = await rememberedUser();
    expect((await restore()).user.id).toBe(second.id);
    expect(await first.session.call(readRemembered)).toEqual({ remembered: false });
  });

  it('whose token is taken and used ends with its login, and the audit log says so', async () => {
    const user = await rememberedUser();
    const stolen = await daemon().core.keyStore.readSession();
    const { token } = await restore();
    daemon().clock.pass(11 * secondMs);
    expect(await withToken(stolen ?? '').refusal(refresh)).toMatchObject({ code: 'unauthorized' });
    expect(await serves(token)).toBe(false);
    expect(await refusal()).toMatchObject({ code: 'nothing_remembered' });
    expect((await actions(user))[0]).toBe('session.reuse_detected');
  });

  it.each([
    ['gone', () => rmSync(keptFile())],
    ['changed', () => writeFileSync(keptFile(), Buffer.alloc(400, 1))],
  ])('whose token is %s from the key store is forgotten', async (_, spoil) => {
    const user = await rememberedUser();
    spoil();
    expect(await refusal()).toMatchObject({ code: 'nothing_remembered' });
    expect(await user.session.call(readRemembered)).toEqual({ remembered: false });
    await until(() => !existsSync(keptFile()));
  });

  it('comes back once more with the token before, where the key store did not take the next', async () => {
    await rememberedUser();
    const before = readFileSync(keptFile());
    const inTheWay = `${keptFile()}.${process.pid}.draft`;
    mkdirSync(inTheWay);
    await restore();
    expect(readFileSync(keptFile())).toEqual(before);
    rmdirSync(inTheWay);
    daemon().clock.pass(60 * secondMs);
    await restore();
    expect(readFileSync(keptFile())).not.toEqual(before);
    daemon().clock.pass(60 * secondMs);
    expect((await restore()).token).not.toBe('');
  });
});

describe('the end of a remembered session', () => {
  const endings: [string, (user: TestUser) => Promise<unknown>][] = [
    ['forgetting it', ({ session }) => session.call(forgetKeptSession)],
    ['logging out, as a lock does', ({ session }) => session.call(logout)],
    ['ending the session from elsewhere', endAll],
    [
      'a new password',
      ({ session, password }) =>
        session.call(changePassword, { body: { currentPassword: password, newPassword: 'another password' } }),
    ],
    ['the end of the account', ({ session, password }) => session.call(deleteAccount, { body: { password } })],
  ];

  async function endAll({ client }: TestUser): Promise<void> {
    for (const { id } of (await client.call(listSessions)).sessions)
      await client.call(revokeSession, { params: { id } });
  }

  it.each(endings)('comes with %s, in the key store too', async (_, end) => {
    const user = await rememberedUser();
    const token = (await daemon().core.keyStore.readSession()) ?? '';
    await end(user);
    expect(await refusal()).toMatchObject({ code: 'nothing_remembered' });
    expect(await withToken(token).refusal(refresh)).toMatchObject({ code: 'unauthorized' });
    expect(await serves(token)).toBe(false);
    await until(() => !existsSync(keptFile()));
  });

  it('by one account leaves another’s alone', async () => {
    const user = await rememberedUser();
    const other = await daemon().newUser();
    await other.session.call(forgetKeptSession);
    await other.session.call(logout);
    expect((await restore()).user.id).toBe(user.id);
  });

  it('that is forgotten leaves the window signed in, with a row in the audit log', async () => {
    const user = await rememberedUser();
    await user.session.call(forgetKeptSession);
    expect(await serves(user.token)).toBe(true);
    expect((await actions(user)).slice(0, 2)).toEqual(['session.forget', 'session.remember']);
  });
});

describe('a client that is not the shell', () => {
  it('neither gets the session back nor decides which is kept', async () => {
    const user = await rememberedUser();
    const { challenge } = await daemon().client.call(challengeShell);
    const { challenge: another } = await daemon().client.call(challengeShell);
    const key = proofKeyOf(daemon());
    const { proof: answered } = await daemon().client.call(handshake, { body: { nonce: challenge } });
    const bad = [
      { challenge, proof: proofOf(Buffer.alloc(32), 'restore', challenge) },
      { challenge, proof: proofOf(key, 'keep', challenge) },
      { challenge, proof: proofOf(key, 'restore', another) },
      { challenge, proof: answered },
      {
        challenge: Buffer.alloc(64).toString('base64'),
        proof: proofOf(key, 'restore', Buffer.alloc(64).toString('base64')),
      },
    ];
    for (const body of bad)
      expect(await daemon().client.refusal(restoreSession, { body })).toMatchObject({ code: 'shell_not_proven' });
    const stranger = await daemon().newUser();
    const restoring = await proven('restore');
    for (const body of [...bad.slice(0, 1), restoring])
      expect(await stranger.session.refusal(keepSession, { body })).toMatchObject({ code: 'shell_not_proven' });
    expect((await restore()).user.id).toBe(user.id);
  });

  it('cannot use a proof twice, nor one that is older than 30 s', async () => {
    await rememberedUser();
    const body = await proven('restore');
    await daemon().client.call(restoreSession, { body });
    expect(await daemon().client.refusal(restoreSession, { body })).toMatchObject({ code: 'shell_not_proven' });
    const late = await proven('restore');
    daemon().clock.pass(31 * secondMs);
    expect(await daemon().client.refusal(restoreSession, { body: late })).toMatchObject({ code: 'shell_not_proven' });
  });

  it('cannot do it from another web origin, with a proof either', async () => {
    await rememberedUser();
    const body = await proven('restore');
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect(await daemon().client.refusal(restoreSession, { body, headers })).toMatchObject({
        code: 'foreign_origin',
      });
  });
});
