import { beforeEach, describe, expect, it, vi } from 'vitest';
import { followInstallations, useInstallLogs } from '../../../src-renderer/features/packages/install-logs.ts';
import { shownText } from '../../../src-renderer/ui/output/shown-text.ts';
import { pass, passUntil, stopClock } from '../page/clock.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';
import { answerRequests, eventStream, refusal, type SentRequest } from '../page/requests.ts';

let streams: ReturnType<typeof eventStream>[];
let sent: SentRequest[];
let ending: AbortController;

cleanPageAfterEach();
beforeEach(() => {
  stopClock();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback));
  beginTestSession();
  streams = [];
  ending = new AbortController();
  sent = answerRequests(({ signal }) => {
    const stream = eventStream();
    streams.push(stream);
    signal?.addEventListener('abort', () => stream.breakOff());
    return stream.response;
  });
});

const of = (language: string) => useInstallLogs.getState().byLanguage[language];
const linesOf = (language: string) => {
  const log = of(language)?.log;
  return log && shownText(log);
};

describe('the installations of an account', () => {
  it('are shown by language as they come, to their end', async () => {
    void followInstallations(ending.signal);
    await pass(1);
    const [stream] = streams;
    stream?.send('started', { language: 'python', packages: ['requests'] }, '1');
    stream?.send('log', { language: 'python', text: 'Collecting requests' }, '2');
    stream?.send('started', { language: 'javascript', packages: [] }, '3');
    await passUntil(() => of('javascript') !== undefined);
    expect([of('python')?.phase, linesOf('python')]).toEqual(['installing', 'Collecting requests\n']);
    stream?.send('installed', { language: 'python', packages: 1, sizeBytes: 5 }, '4');
    stream?.send('failed', { language: 'javascript', error: 'No such package.' }, '5');
    // A stream passes its events on in several turns of the event loop.
    await passUntil(() => of('javascript')?.phase === 'failed');
    expect(of('python')).toMatchObject({ phase: 'installed', sizeBytes: 5 });
    ending.abort();
  });

  it('begin with an empty log each time', async () => {
    void followInstallations(ending.signal);
    await pass(1);
    for (const text of ['first', 'second']) {
      streams[0]?.send('started', { language: 'python', packages: [] });
      streams[0]?.send('log', { language: 'python', text });
    }
    await pass(1);
    expect(linesOf('python')).toBe('second\n');
    ending.abort();
  });

  it('have a log although their start is no longer reported', async () => {
    void followInstallations(ending.signal);
    await pass(1);
    streams[0]?.send('log', { language: 'python', text: 'the rest' });
    await pass(1);
    expect([of('python')?.phase, linesOf('python')]).toEqual(['installing', 'the rest\n']);
    ending.abort();
  });

  it('are resumed a second after a broken connection, after the last event that came', async () => {
    void followInstallations(ending.signal);
    await pass(1);
    streams[0]?.send('started', { language: 'python', packages: [] }, '7');
    await pass(1);
    streams[0]?.breakOff();
    await pass(1000);
    expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '7']);
    streams[1]?.send('log', { language: 'python', text: 'continued' }, '8');
    await pass(1);
    expect(linesOf('python')).toBe('continued\n');
    ending.abort();
  });

  it('are no longer followed after the end of the session', async () => {
    let isEnded = false;
    const requests = answerRequests(() => refusal('unauthorized'));
    void followInstallations(ending.signal).then(() => {
      isEnded = true;
    });
    await pass(10_000);
    expect([isEnded, requests.length]).toEqual([true, 1]);
  });
});
