import { beforeEach, describe, expect, it } from 'vitest';
import { awaitEndHint, setEndHint } from '../../../../src-renderer/client/session-events/end-hint.ts';
import { createSharedEvents } from '../../../../src-renderer/client/session-events/shared-events.ts';
import type { TabMessage } from '../../../../src-renderer/client/session-events/tab-channel.ts';
import { eventLimits } from '../../../../src-shared/contracts/events.contract.ts';
import { pass, stopClock } from '../../page/clock.ts';
import { beginTestSession, cleanPageAfterEach } from '../../page/page-session.ts';
import { answerRequests, eventStream, noAnswer, refusal, type SentRequest } from '../../page/requests.ts';

const idOf = (number: number) => String(number).padStart(22, 'x');

cleanPageAfterEach();
beforeEach(() => {
  stopClock();
  beginTestSession();
});

describe('the event stream of a browser', () => {
  let posted: TabMessage[];
  let streams: ReturnType<typeof eventStream>[];
  let sent: SentRequest[];
  let ending: AbortController;
  let answer: (() => Response | Promise<Response>) | undefined;

  beforeEach(() => {
    [posted, streams, answer] = [[], [], undefined];
    ending = new AbortController();
    sent = answerRequests(({ signal }) => {
      if (answer !== undefined) return answer();
      const stream = eventStream();
      streams.push(stream);
      signal?.addEventListener('abort', () => stream.breakOff());
      return stream.response;
    });
  });

  const startEvents = () => {
    const events = createSharedEvents((message) => posted.push(message), ending.signal);
    return { events, stopped: events.run() };
  };
  const watched = () => sent.map(({ query }) => query.get('watch'));

  it('is opened once for the tabs that announce themselves together', async () => {
    const { events } = startEvents();
    expect(posted).toEqual([{ kind: 'roll_call' }]);
    events.add(idOf(1));
    events.add(idOf(2));
    await pass(150);
    expect(watched()).toEqual([`${idOf(1)},${idOf(2)}`]);
    ending.abort();
  });

  it('is opened again for another tab, and not for one that left or is known', async () => {
    const { events } = startEvents();
    events.add(idOf(1));
    await pass(150);
    events.add(idOf(1));
    events.remove(idOf(9));
    await pass(5000);
    expect(sent).toHaveLength(1);
    events.add(idOf(2));
    await pass(150);
    expect(watched().at(-1)).toBe(`${idOf(1)},${idOf(2)}`);
    ending.abort();
  });

  it('reports to the tabs that it is open, and which session ended', async () => {
    startEvents();
    await pass(150);
    streams[0]?.send('connected', { watchIds: [] });
    streams[0]?.send('of_a_later_version', { any: 1 });
    streams[0]?.send('session_ended', { watchId: idOf(1), reason: 'revoked' });
    await pass(1);
    expect(posted.slice(1)).toEqual([
      { kind: 'connected' },
      { kind: 'session_ended', watchId: idOf(1), reason: 'revoked' },
    ]);
    ending.abort();
  });

  it('is opened again a second after it broke', async () => {
    startEvents();
    await pass(150);
    streams[0]?.breakOff();
    await pass(1000);
    expect(sent).toHaveLength(1);
    await pass(150);
    expect(sent).toHaveLength(2);
    ending.abort();
  });

  it('waits as long as the daemon asks for', async () => {
    answer = () => refusal('rate_limited', 'Too many streams.', { 'retry-after': '20' });
    startEvents();
    await pass(150);
    answer = noAnswer;
    await pass(19_000);
    expect(sent).toHaveLength(1);
    await pass(2000);
    expect(sent).toHaveLength(2);
    ending.abort();
  });

  it('watches the newest tabs where there are more than it may', async () => {
    const { events } = startEvents();
    for (let number = 0; number <= eventLimits.watchesOfStream; number++) events.add(idOf(number));
    await pass(150);
    const ids = watched()[0]?.split(',') ?? [];
    expect([ids.length, ids.includes(idOf(0)), ids.at(-1)]).toEqual([
      eventLimits.watchesOfStream,
      false,
      idOf(eventLimits.watchesOfStream),
    ]);
    ending.abort();
  });

  it('is closed with the session', async () => {
    const { stopped } = startEvents();
    await pass(150);
    ending.abort();
    await pass(0);
    await stopped;
    await pass(10_000);
    expect([sent.length, sent[0]?.signal?.aborted]).toEqual([1, true]);
  });
});

describe('the hint why a session ended', () => {
  it('is there at once when an event gave it before', async () => {
    setEndHint('revoked');
    expect(await awaitEndHint(1000)).toBe('revoked');
  });

  it('is awaited, since a refusal can come before it', async () => {
    const hint = awaitEndHint(1000);
    await pass(900);
    setEndHint('expired');
    expect(await hint).toBe('expired');
  });

  it('is unknown when none comes in time, or the daemon did not confirm it', async () => {
    setEndHint('revoked');
    setEndHint(undefined);
    const hint = awaitEndHint(1000);
    await pass(1000);
    expect(await hint).toBeUndefined();
  });
});
