/** Event streams are limited per account, and close with their client and their credential. */
import { afterEach, describe, expect, it } from 'vitest';
import { changePassword, logout } from '../../../src-shared/contracts/accounts.contract.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../../../src-shared/contracts/api-keys.contract.ts';
import { eventLimits, readEvents, watchSession } from '../../../src-shared/contracts/events.contract.ts';
import { execute } from '../../../src-shared/contracts/executions.contract.ts';
import { readPackageEvents } from '../../../src-shared/contracts/packages.contract.ts';
import { asKey } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { type EventStream, openEventStream } from '../../support/event-stream.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile();
const opened: EventStream[] = [];

afterEach(async () => {
  for (const stream of opened.splice(0)) stream.drop();
  await until(() => counts().streams === 0 && followed() === 0);
});

async function open(path: string, headers: Record<string, string>): Promise<EventStream> {
  const stream = await openEventStream(daemon().url, { path, headers });
  opened.push(stream);
  return stream;
}

/** Resolves when the daemon has broken the stream off. */
async function brokenOff(stream: EventStream): Promise<void> {
  await expect(stream.rest()).rejects.toMatchObject({ code: 'ECONNRESET' });
}

const openEvents = ({ session }: TestUser) => open(readEvents.path, session.credential);
const counts = () => daemon().core.services.events.counts();
const followed = () => daemon().core.services.credentialEnds.countFollowed();

describe('the streams of an account', () => {
  it('are bounded, each account for itself; one that was closed makes room', async () => {
    const [user, other] = [await daemon().newUser(), await daemon().newUser()];
    const streams = await Promise.all(Array.from({ length: eventLimits.streamsOfAccount }, () => openEvents(user)));
    const refusal = await user.session.refusal(readEvents);
    expect(refusal).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('event streams') });
    expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
    expect((await openEvents(other)).status).toBe(200);
    streams[0]?.drop();
    await until(() => counts().streams === eventLimits.streamsOfAccount);
    expect((await openEvents(user)).status).toBe(200);
  });

  it('leave nothing behind when their clients close them', async () => {
    const user = await daemon().newUser();
    const { watchId } = await user.session.call(watchSession);
    const stream = await open(`${readEvents.path}?watch=${watchId}`, user.session.credential);
    await stream.next();
    expect([counts().streams, followed()]).toEqual([1, 1]);
    stream.drop();
    await until(() => counts().streams === 0);
    expect(followed()).toBe(0);
  });
});

describe('the watch ids of an account', () => {
  it('are bounded: the oldest that no stream reports makes room', async () => {
    const { accountId, ...actor } = { accountId: 1_000_000, accountKey: new Uint8Array(), client: {} as never };
    const issue = (id: number) =>
      daemon().core.services.events.watch({
        ...actor,
        accountId,
        credential: { kind: 'session', id: `session ${id}`, expiresAt: null },
        scopes: new Set(),
        secretNames: null,
        networkHosts: null,
      }).watchId;
    const before = counts().watches;
    const first = issue(0);
    for (let id = 1; id < eventLimits.watchesOfAccount; id++) issue(id);
    expect(issue(0)).toBe(first);
    issue(eventLimits.watchesOfAccount);
    expect(counts().watches - before).toBe(eventLimits.watchesOfAccount);
    expect(issue(0)).not.toBe(first);
  });
});

describe('a stream of another kind', () => {
  it('is broken off at once when its API key is revoked, and not when another one is', async () => {
    const user = await daemon().newUser();
    const body = { scopes: ['packages'] };
    const [own, other] = [
      await user.session.call(createApiKey, { body: { ...body, name: 'own' } }),
      await user.session.call(createApiKey, { body: { ...body, name: 'other' } }),
    ];
    const stream = await open(readPackageEvents.path, asKey(own.apiKey));
    await user.session.answer(revokeApiKey, { params: { id: other.id } });
    expect(followed()).toBe(1);
    await user.session.answer(revokeApiKey, { params: { id: own.id } });
    await brokenOff(stream);
    expect((await user.session.call(listApiKeys)).apiKeys.map(({ name }) => name)).not.toContain('own');
    expect(await daemon().client.with(asKey(own.apiKey)).refusal(readPackageEvents)).toMatchObject({ status: 401 });
  });

  it('is broken off when its API key runs out', async () => {
    const user = await daemon().newUser();
    const expiresAt = new Date(daemon().clock.now() + 3_600_000).toISOString();
    const { apiKey } = await user.session.call(createApiKey, {
      body: { name: 'short', scopes: ['packages'], expiresAt },
    });
    const stream = await open(readPackageEvents.path, asKey(apiKey));
    daemon().clock.pass(3_600_001);
    await brokenOff(stream);
  });

  it('is closed when its session ends, and stays open for the session that changed the password', async () => {
    const user = await daemon().newUser();
    const stream = await open(readPackageEvents.path, user.session.credential);
    await user.session.call(changePassword, {
      body: { currentPassword: user.password, newPassword: 'another password entirely' },
    });
    expect(followed()).toBe(1);
    await user.session.answer(logout);
    await brokenOff(stream);
  });
});

describeWithEngine('the stream of a run', () => {
  it('is broken off when the API key that started it is revoked', async () => {
    const user = await daemon().newUser();
    const { apiKey, id } = await user.session.call(createApiKey, {
      body: { name: 'runner', scopes: ['execute', 'secrets'] },
    });
    const stream = await openEventStream(daemon().url, {
      method: 'POST',
      path: execute.path,
      headers: asKey(apiKey),
      body: { language: 'bash', code: 'while true; do echo tick; sleep 0.1; done' },
    });
    opened.push(stream);
    expect((await stream.next())?.event).toBe('started');
    await user.session.answer(revokeApiKey, { params: { id } });
    await brokenOff(stream);
    daemon().core.services.currentRuns.cancelAccount(user.id);
  });
});
