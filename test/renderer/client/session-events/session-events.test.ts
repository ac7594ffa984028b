import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionStore } from '../../../../src-renderer/client/session/session.ts';
import { awaitEndHint } from '../../../../src-renderer/client/session-events/end-hint.ts';
import { followSessionEvents } from '../../../../src-renderer/client/session-events/session-events.ts';
import { openTabChannel, type TabMessage } from '../../../../src-renderer/client/session-events/tab-channel.ts';
import { createPage } from '../../page/browser.ts';
import { pass, stopClock } from '../../page/clock.ts';
import { beginTestSession, cleanPageAfterEach } from '../../page/page-session.ts';
import { answerRequests, eventStream, refusal, type SentRequest } from '../../page/requests.ts';

const [mine, other] = ['m'.repeat(22), 'o'.repeat(22)];
let page: ReturnType<typeof createPage>;
let streams: ReturnType<typeof eventStream>[];
let sent: SentRequest[];
let watchId: string;
let isRefused: boolean;

cleanPageAfterEach();
beforeEach(() => {
  stopClock();
  page = createPage();
  // Without the Web Locks API each tab leads itself.
  vi.stubGlobal('navigator', {});
  beginTestSession();
  [streams, watchId, isRefused] = [[], mine, false];
  sent = answerRequests(({ operation, signal }) => {
    if (isRefused) return refusal('unauthorized');
    if (operation.startsWith('POST')) return Response.json({ watchId });
    const stream = eventStream();
    streams.push(stream);
    signal?.addEventListener('abort', () => stream.breakOff());
    return stream.response;
  });
});

const asked = () => sent.filter(({ operation }) => operation.startsWith('POST')).length;

describe('a tab that follows its session', () => {
  it('has the stream watch the id that the daemon gave it', async () => {
    const stop = followSessionEvents();
    await pass(300);
    expect(sent.at(-1)?.query.get('watch')).toBe(mine);
    stop();
  });

  it('asks the daemon when an event names its session, whose refusal ends it with the reason', async () => {
    const stop = followSessionEvents();
    await pass(300);
    isRefused = true;
    streams[0]?.send('session_ended', { watchId: mine, reason: 'revoked' });
    await pass(1);
    expect(sessionStore.getState().session?.isRefused).toBe(true);
    expect(await awaitEndHint(1000)).toBe('revoked');
    stop();
  });

  it('ignores an event that names another session', async () => {
    const stop = followSessionEvents();
    await pass(300);
    const before = asked();
    streams[0]?.send('session_ended', { watchId: other, reason: 'revoked' });
    await pass(1);
    expect(asked()).toBe(before);
    stop();
  });

  it('does not believe an event that the daemon does not confirm', async () => {
    const stop = followSessionEvents();
    await pass(300);
    streams[0]?.send('session_ended', { watchId: mine, reason: 'revoked' });
    await pass(1);
    expect(sessionStore.getState().session?.isRefused).toBe(false);
    streams[0]?.send('connected', { watchIds: [mine] });
    await pass(1);
    const hint = awaitEndHint(1000);
    await pass(1000);
    expect(await hint).toBeUndefined();
    stop();
  });

  it('keeps a reason that came while the daemon was asked', async () => {
    const stop = followSessionEvents();
    await pass(300);
    const answer = Promise.withResolvers<Response>();
    answerRequests(() => answer.promise);
    streams[0]?.send('connected', { watchIds: [mine] });
    await pass(1);
    streams[0]?.send('session_ended', { watchId: mine, reason: 'expired' });
    await pass(1);
    isRefused = true;
    answer.resolve(Response.json({ watchId: mine }));
    await pass(1);
    const hint = awaitEndHint(1000);
    await pass(1000);
    expect(await hint).toBe('expired');
    stop();
  });

  it('watches the new id after the daemon was started again', async () => {
    const stop = followSessionEvents();
    await pass(300);
    watchId = other;
    streams[0]?.send('connected', { watchIds: [] });
    await pass(300);
    expect(sent.at(-1)?.query.get('watch')).toBe(other);
    stop();
  });

  it('leaves the stream when its page is left, and stops with the session', async () => {
    const stop = followSessionEvents();
    await pass(300);
    page.window.dispatchEvent(new Event('pagehide'));
    streams[0]?.breakOff();
    await pass(1300);
    expect(sent.at(-1)?.query.get('watch')).toBeNull();
    stop();
    const before = sent.length;
    await pass(10_000);
    expect(sent).toHaveLength(before);
  });
});

describe('the channel of the tabs', () => {
  it('without other tabs brings each message back, until it is closed', () => {
    const received: TabMessage[] = [];
    const channel = openTabChannel((message) => received.push(message));
    channel.post({ kind: 'announce', watchId: mine });
    channel.close();
    channel.post({ kind: 'connected' });
    expect(received).toEqual([{ kind: 'announce', watchId: mine }]);
  });

  it('passes messages of the other tabs on, and drops what is none', async () => {
    vi.useRealTimers();
    vi.stubGlobal('navigator', { locks: {} });
    const received: TabMessage[] = [];
    const channel = openTabChannel((message) => received.push(message));
    const tab = new BroadcastChannel('strongroom.session-events');
    tab.postMessage({ kind: 'announce', watchId: 'short' });
    tab.postMessage('text');
    tab.postMessage({ kind: 'session_ended', watchId: other, reason: 'expired', token: 'x' });
    tab.postMessage({ kind: 'roll_call' });
    await vi.waitFor(() => expect(received).toEqual([{ kind: 'roll_call' }]));
    channel.close();
    tab.close();
  });
});
