/** Each way in which a session ends is an event, for those who hold its watch id and for no other client. */
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
import { readEvents, watchSession } from '../../../src-shared/contracts/events.contract.ts';
import { type ApiClient, asBearer } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { type EventStream, openEventStream } from '../../support/event-stream.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile();
const dayMs = 24 * 3_600_000;

interface Window {
  client: ApiClient;
  token: string;
  watchId: string;
}

async function windowOf({ email, password }: TestUser): Promise<Window> {
  const { token } = await daemon().client.call(login, { body: { email, password } });
  const client = daemon().client.with(asBearer(token));
  return { client, token, watchId: (await client.call(watchSession)).watchId };
}

/** A stream with the credential of the first window, about all of them. */
async function streamOf([leader, ...others]: [Window, ...Window[]]): Promise<EventStream> {
  const ids = [leader, ...others].map(({ watchId }) => watchId);
  const stream = await openEventStream(daemon().url, {
    path: `${readEvents.path}?watch=${ids.join(',')}`,
    headers: leader.client.credential,
  });
  expect(await stream.next()).toEqual({ id: 1, event: 'connected', data: { watchIds: ids } });
  return stream;
}

const endOf = ({ watchId }: Window, reason: string) => ({ event: 'session_ended', data: { watchId, reason } });
const counts = () => daemon().core.services.events.counts();
const followed = () => daemon().core.services.credentialEnds.countFollowed();

describe('a session that is watched', () => {
  it('ends by logging out, which closes its own stream after the event', async () => {
    const window = await windowOf(await daemon().newUser());
    const stream = await streamOf([window]);
    await window.client.answer(logout);
    expect(await stream.rest()).toMatchObject([endOf(window, 'logged_out')]);
    await until(() => counts().streams === 0 && followed() === 0);
  });

  it('is ended by another session of the account, and the stream of that one continues', async () => {
    const user = await daemon().newUser();
    const [first, second] = [await windowOf(user), await windowOf(user)];
    const stream = await streamOf([first, second]);
    const { sessions } = await second.client.call(listSessions);
    const id = sessions.find(({ current }) => current)?.id ?? '';
    await first.client.answer(revokeSession, { params: { id } });
    expect(await stream.next()).toMatchObject(endOf(second, 'revoked'));
    await first.client.answer(logout);
    expect(await stream.rest()).toMatchObject([endOf(first, 'logged_out')]);
  });

  it('ends by a new password, but not the one that set it', async () => {
    const user = await daemon().newUser();
    const [first, second] = [await windowOf(user), await windowOf(user)];
    const stream = await streamOf([first, second]);
    await first.client.call(changePassword, {
      body: { currentPassword: user.password, newPassword: 'another password entirely' },
    });
    expect(await stream.next()).toMatchObject(endOf(second, 'password_changed'));
    expect((await first.client.answer(verify)).status).toBe(200);
    stream.drop();
  });

  it('ends with its account', async () => {
    const user = await daemon().newUser();
    const [first, second] = [await windowOf(user), await windowOf(user)];
    const stream = await streamOf([first, second]);
    await second.client.answer(deleteAccount, { body: { password: user.password } });
    const ends = await stream.rest();
    expect(ends).toHaveLength(2);
    expect(ends).toEqual(
      expect.arrayContaining(
        [first, second].map((window) => expect.objectContaining(endOf(window, 'account_deleted'))),
      ),
    );
  });

  it('ends when a replaced token comes back late', async () => {
    const window = await windowOf(await daemon().newUser());
    const stream = await streamOf([window]);
    const { token } = await window.client.call(refresh);
    await daemon().client.with(asBearer(token)).call(verify);
    daemon().clock.pass(11_000);
    expect((await window.client.answer(refresh)).status).toBe(401);
    expect(await stream.rest()).toMatchObject([endOf(window, 'reused')]);
  });

  it('ends when no token of it can be refreshed any more, and not when one can', async () => {
    const user = await daemon().newUser();
    const [idle, used] = [await windowOf(user), await windowOf(user)];
    const stream = await streamOf([used, idle]);
    daemon().clock.pass(6 * dayMs);
    await used.client.call(refresh);
    daemon().clock.pass(dayMs + 1000);
    expect(await stream.next()).toMatchObject(endOf(idle, 'expired'));
    daemon().clock.pass(7 * dayMs);
    expect(await stream.rest()).toMatchObject([endOf(used, 'expired')]);
  });

  it('that ended while no stream was open is reported with its reason to the next one', async () => {
    const user = await daemon().newUser();
    const [first, second] = [await windowOf(user), await windowOf(user)];
    await second.client.answer(logout);
    const stream = await streamOf([first, second]);
    expect(await stream.next()).toMatchObject(endOf(second, 'logged_out'));
    stream.drop();
  });
});

describe('a watch id', () => {
  it('is the same one for the same session, whatever token asks', async () => {
    const window = await windowOf(await daemon().newUser());
    const { token } = await window.client.call(refresh);
    expect(await daemon().client.with(asBearer(token)).call(watchSession)).toEqual({ watchId: window.watchId });
  });

  it('serves a stream of another account, which learns of that end and nothing else', async () => {
    const [mine, theirs] = [await windowOf(await daemon().newUser()), await windowOf(await daemon().newUser())];
    const stream = await streamOf([mine, theirs]);
    await theirs.client.answer(logout);
    expect(await stream.next()).toMatchObject(endOf(theirs, 'logged_out'));
    stream.drop();
  });

  it('is needed: a stranger without it learns nothing, and one that is made up is not valid', async () => {
    const [mine, theirs] = [await windowOf(await daemon().newUser()), await windowOf(await daemon().newUser())];
    const guessed = `${theirs.watchId.slice(0, -1)}${theirs.watchId.endsWith('A') ? 'Q' : 'A'}`;
    const stream = await openEventStream(daemon().url, {
      path: `${readEvents.path}?watch=${mine.watchId},${guessed}`,
      headers: mine.client.credential,
    });
    expect(await stream.next()).toMatchObject({ event: 'connected', data: { watchIds: [mine.watchId] } });
    await theirs.client.answer(logout);
    await mine.client.answer(logout);
    expect(await stream.rest()).toMatchObject([endOf(mine, 'logged_out')]);
  });

  it('of another form, or one too many, is refused', async () => {
    const { session } = await daemon().newUser();
    const one = 'A'.repeat(22);
    for (const watch of ['', 'x', `${one},`, Array.from({ length: 65 }, () => one).join(',')])
      expect(await session.refusal(readEvents, { query: { watch } }), watch).toMatchObject({
        code: 'invalid_request',
        details: [{ path: expect.stringMatching(/^watch/) }],
      });
  });
});
