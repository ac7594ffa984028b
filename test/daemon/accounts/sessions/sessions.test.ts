/** Sessions: how long a token serves, how it is replaced, and what a stolen one meets. */
import { describe, expect, it } from 'vitest';
import {
  listSessions,
  login,
  logout,
  refresh,
  revokeSession,
  verify,
} from '../../../../src-shared/contracts/accounts.contract.ts';
import { listAuditLog } from '../../../../src-shared/contracts/audit.contract.ts';
import { type ApiClient, asBearer } from '../../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../../support/daemon/test-daemon.ts';

const daemon = testDaemonOfFile();
const secondMs = 1000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const newUser = (): Promise<TestUser> => daemon().newUser();

const withToken = (token: string): ApiClient => daemon().client.with(asBearer(token));
const refreshed = async (token: string) => (await withToken(token).call(refresh)).token;
const serves = async (token: string) => (await withToken(token).answer(verify)).status === 200;
const canRefresh = async (token: string) => (await withToken(token).answer(refresh)).status === 200;

async function actionsOf({ client }: TestUser): Promise<string[]> {
  return (await client.call(listAuditLog)).logs.map((entry) => entry.action);
}

describe('a token', () => {
  it('serves for an hour and says until when', async () => {
    const { session, token } = await newUser();
    const { expiresAt } = await session.call(verify);
    const leftMs = Date.parse(expiresAt ?? '') - daemon().clock.now();
    expect(leftMs).toBeGreaterThan(hourMs - 60 * secondMs);
    expect(leftMs).toBeLessThanOrEqual(hourMs);
    daemon().clock.pass(hourMs - 30 * secondMs);
    expect(await serves(token)).toBe(true);
    daemon().clock.pass(30 * secondMs);
    expect(await serves(token)).toBe(false);
  });

  it('holds neither the e-mail nor the password', async () => {
    const { token, email, password } = await newUser();
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    expect(JSON.parse(claims)).toMatchObject({ iss: 'strongroom', aud: 'strongroom-daemon' });
    expect(claims).not.toContain(email);
    expect(claims).not.toContain(password);
  });
});

describe('refreshing', () => {
  it('gives a new token; the old one serves for 60 s more', async () => {
    const { token } = await newUser();
    const next = await refreshed(token);
    expect(next).not.toBe(token);
    expect([await serves(token), await serves(next)]).toEqual([true, true]);
    daemon().clock.pass(61 * secondMs);
    expect([await serves(token), await serves(next)]).toEqual([false, true]);
  });

  it('takes a token that is past its hour, up to 7 days after its issue', async () => {
    const { token } = await newUser();
    daemon().clock.pass(7 * dayMs - 60 * secondMs);
    expect(await serves(token)).toBe(false);
    const next = await refreshed(token);
    daemon().clock.pass(7 * dayMs + secondMs);
    expect(await canRefresh(next)).toBe(false);
  });

  it('can be refreshed for 30 days after the login and no longer', async () => {
    const user = await newUser();
    let { token } = user;
    for (let day = 0; day < 30; day += 6) {
      token = await refreshed(token);
      daemon().clock.pass(6 * dayMs);
    }
    daemon().clock.pass(secondMs);
    expect(await canRefresh(token)).toBe(false);
    expect(await user.client.call(verify)).toMatchObject({ valid: true });
  });

  it('again within 10 s of the use of the new token is a repetition: an answer can be lost', async () => {
    const { token } = await newUser();
    const first = await refreshed(token);
    expect(await serves(first)).toBe(true);
    daemon().clock.pass(9 * secondMs);
    const second = await refreshed(token);
    expect([await serves(first), await serves(second)]).toEqual([true, true]);
  });

  it('again after any time is a repetition as long as the new token was never used', async () => {
    const { token } = await newUser();
    await refreshed(token);
    daemon().clock.pass(2 * dayMs);
    expect(await serves(await refreshed(token))).toBe(true);
  });

  it('with a replaced token later than that ends every session of the login, and says so in the audit log', async () => {
    const user = await newUser();
    const next = await refreshed(user.token);
    expect(await serves(next)).toBe(true);
    daemon().clock.pass(11 * secondMs);
    expect(await withToken(user.token).refusal(refresh)).toMatchObject({ code: 'unauthorized' });
    expect([await serves(next), await canRefresh(next)]).toEqual([false, false]);
    expect((await actionsOf(user))[0]).toBe('session.reuse_detected');
    expect(await user.client.call(verify)).toMatchObject({ valid: true });
  });

  it('counts as a use of the token: a thief of the one before it is found out', async () => {
    const user = await newUser();
    const second = await refreshed(user.token);
    const third = await refreshed(second);
    daemon().clock.pass(11 * secondMs);
    expect(await canRefresh(user.token)).toBe(false);
    expect(await canRefresh(third)).toBe(false);
    expect((await actionsOf(user))[0]).toBe('session.reuse_detected');
  });

  it('ends only the family whose token was reused', async () => {
    const user = await newUser();
    const { token: other } = await daemon().client.call(login, {
      body: { email: user.email, password: user.password },
    });
    await serves(await refreshed(user.token));
    daemon().clock.pass(11 * secondMs);
    expect(await canRefresh(user.token)).toBe(false);
    expect(await serves(other)).toBe(true);
  });

  it('takes no API key', async () => {
    const { client, apiKey } = await newUser();
    expect(await client.refusal(refresh)).toMatchObject({ code: 'unauthorized' });
    expect(await withToken(apiKey).refusal(refresh)).toMatchObject({ code: 'unauthorized' });
  });
});

describe('the list of sessions', () => {
  it('has one entry for each login, whatever was refreshed, and marks the caller', async () => {
    const user = await newUser();
    const body = { email: user.email, password: user.password };
    const { token } = await daemon().client.call(login, { body, headers: { 'user-agent': 'a browser' } });
    const { sessions } = await withToken(await refreshed(token)).call(listSessions);
    expect(sessions.map(({ current, userAgent }) => ({ current, userAgent })).toSorted()).toHaveLength(2);
    expect(sessions.find((session) => session.current)).toMatchObject({ ipAddress: '127.0.0.1' });
    const { sessions: seenByKey } = await user.client.call(listSessions);
    expect(seenByKey.filter((session) => session.current)).toEqual([]);
  });

  it('shows the origin of a login even after its token was refreshed', async () => {
    const user = await newUser();
    const body = { email: user.email, password: user.password };
    const { token } = await daemon().client.call(login, { body, headers: { 'user-agent': 'a browser' } });
    await withToken(token).call(refresh, { headers: { 'user-agent': 'a browser' } });
    const { sessions } = await user.client.call(listSessions);
    expect(sessions.map((session) => session.userAgent)).toContain('a browser');
  });
});

describe('a session that is ended', () => {
  it('by logging out takes the replaced and the new token with it, at once', async () => {
    const user = await newUser();
    const next = await refreshed(user.token);
    expect(await withToken(next).call(logout)).toEqual({ sandboxesEnded: 0 });
    expect([await serves(user.token), await serves(next), await canRefresh(next)]).toEqual([false, false, false]);
    expect((await actionsOf(user))[0]).toBe('auth.logout');
  });

  it('by another session or an API key serves no more, and the others go on', async () => {
    const user = await newUser();
    const { token } = await daemon().client.call(login, { body: { email: user.email, password: user.password } });
    const current = (await user.session.call(listSessions)).sessions.find((session) => session.current);
    const answer = await withToken(token).answer(revokeSession, { params: { id: current?.id ?? '' } });
    expect(answer.status).toBe(204);
    expect([await serves(user.token), await serves(token)]).toEqual([false, true]);
    const [last] = (await user.client.call(listSessions)).sessions;
    expect((await user.client.answer(revokeSession, { params: { id: last?.id ?? '' } })).status).toBe(204);
    expect(await serves(token)).toBe(false);
  });
});

describe('the sweep', () => {
  it('deletes the slots that nothing can open any more and no other', async () => {
    const { token, id } = await newUser();
    const count = () =>
      daemon().core.database.read.get<{ count: number }>(
        'SELECT count(*) AS count FROM sessions WHERE account_id = ?',
        [id],
      )?.count;
    await refreshed(token);
    daemon().clock.pass(7 * dayMs - 60 * secondMs);
    daemon().core.services.sweep();
    expect(count()).toBe(2);
    daemon().clock.pass(61 * secondMs);
    daemon().core.services.sweep();
    expect(count()).toBe(0);
  });
});
