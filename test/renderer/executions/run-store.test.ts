import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  followedRunsLimit,
  isUnderWay,
  type Run,
  useCurrentRuns,
} from '../../../src-renderer/features/executions/run-store.ts';
import { useToasts } from '../../../src-renderer/ui/overlays/toasts.ts';
import type { Execution } from '../../../src-shared/contracts/executions.contract.ts';
import { pass, passUntil, settleUntil, stopClock } from '../page/clock.ts';
import { beginTestSession, cleanPageAfterEach } from '../page/page-session.ts';
import { answerRequests, eventStream, noAnswer, refusal, type SentRequest } from '../page/requests.ts';

const result = {
  ...{ id: 'run-1', language: 'python', stdout: 'a\n', stderr: '', exitCode: 0, signal: null, status: 'succeeded' },
  ...{ stdoutTruncated: false, stderrTruncated: false, durationMs: 5, queuedMs: 0, startupMs: 1 },
  ...{ engine: 'docker', place: 'machine' as const },
  files: [{ path: 'result.csv', size: 3, mediaType: 'text/csv' }],
};

let streams: ReturnType<typeof eventStream>[];
let sent: SentRequest[];
let others: (request: SentRequest) => Response | Promise<Response>;

cleanPageAfterEach();
beforeEach(() => {
  stopClock();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback));
  beginTestSession();
  streams = [];
  others = () => refusal('execution_not_found');
  sent = answerRequests((request) => {
    if (request.headers.get('accept') !== 'text/event-stream') return others(request);
    const stream = eventStream();
    streams.push(stream);
    request.signal?.addEventListener('abort', () => stream.breakOff());
    return stream.response;
  });
});

const owner = 'scratch:first';
const state = () => useCurrentRuns.getState();
const run = (): Run | undefined => state().runs[owner];
const request = { language: 'python', code: 'print("a")', outputKeep: 'ends' as const };
const operations = () => sent.map(({ operation }) => operation);

/** Starts a run; returns its stream once the run has begun. */
async function startRun() {
  const ended = state().start(owner, request);
  await settleUntil(() => streams.length > 0);
  streams[0]?.send('started', { id: 'run-1' }, '1');
  await pass(1);
  return { ended, stream: streams[0] };
}

describe('a run that has no id yet', () => {
  const cancelled = () => operations().filter((operation) => operation.includes('/cancel'));

  it('is cancelled as soon as it begins', async () => {
    others = () => Response.json({}, { status: 200 });
    void state().start(owner, request);
    await settleUntil(() => streams.length > 0);
    await state().cancel(owner);
    expect([run()?.phase, cancelled()]).toEqual(['cancelling', []]);
    streams[0]?.send('started', { id: 'run-1' }, '1');
    // An event can wait for the next frame of the page, which the stopped clock gives.
    await passUntil(() => cancelled().length > 0);
    expect(cancelled()).toEqual(['POST /api/v1/executions/run-1/cancel']);
    streams[0]?.send('finished', { ...result, status: 'cancelled' });
    await settleUntil(() => run()?.phase === 'ended');
  });

  it('is cancelled if its document is closed before it begins, and is followed no longer', async () => {
    others = () => Response.json({}, { status: 200 });
    const ended = state().start(owner, request);
    await settleUntil(() => streams.length > 0);
    state().drop(owner);
    expect(run()).toBeUndefined();
    streams[0]?.send('started', { id: 'run-1' }, '1');
    await settleUntil(() => cancelled().length > 0);
    await ended;
    expect(cancelled()).toHaveLength(1);
    expect(run()).toBeUndefined();
  });
});

describe('a run', () => {
  it('sends its request, collects its output and its files, and ends with its result', async () => {
    const { ended, stream } = await startRun();
    expect(run()).toMatchObject({ phase: 'running', id: 'run-1', connected: true });
    expect(sent[0]?.body).toMatchObject({ code: 'print("a")', outputKeep: 'ends' });
    stream?.send('stdout', { text: 'a\n' });
    stream?.send('stdout', { text: '[…]\n', missingBytes: 9 });
    stream?.send('printed', { stdoutBytes: 11, stderrBytes: 0 });
    stream?.send('file', { path: 'early.txt', size: 1, mediaType: 'text/plain' });
    await pass(1);
    expect(run()).toMatchObject({ printed: { stdoutBytes: 11 }, files: [{ path: 'early.txt' }], result: undefined });
    stream?.send('finished', result);
    await pass(1);
    await ended;
    expect(run()).toMatchObject({ phase: 'ended', result: { exitCode: 0 }, files: [{ path: 'result.csv' }] });
    expect(
      run()
        ?.log.rows()
        .map(({ raw, missingBytes }) => [raw, missingBytes]),
    ).toEqual([
      ['a', undefined],
      ['[…]', 9],
    ]);
  });

  it('shows the packages that it waits for, with the last line of the installer, until they are installed', async () => {
    const { ended, stream } = await startRun();
    stream?.send('installing', { packages: ['rich >=13'] });
    stream?.send('install_log', { text: 'Collecting rich' });
    await pass(1);
    expect(run()).toMatchObject({
      phase: 'running',
      installing: { packages: ['rich >=13'], line: 'Collecting rich' },
    });
    stream?.send('installed', { packages: [{ name: 'rich', version: '13.9' }] });
    await pass(1);
    expect(run()).toMatchObject({ phase: 'running', installing: undefined });
    stream?.send('finished', result);
    await pass(1);
    await ended;
  });

  it('is the only one of its document: no other starts while it is under way', async () => {
    await startRun();
    await state().start(owner, request);
    await state().startBy(owner, () => Promise.reject(new Error('not called')));
    expect(operations()).toEqual(['POST /api/v1/execute']);
    expect([isUnderWay(run()), isUnderWay(undefined)]).toEqual([true, false]);
  });

  it('continues while other documents run, each with its own output', async () => {
    await startRun();
    void state().start('scratch:other', { ...request, code: 'print("b")' });
    await settleUntil(() => streams.length === 2);
    streams[1]?.send('started', { id: 'run-2' }, '1');
    streams[1]?.send('stdout', { text: 'b\n' });
    streams[0]?.send('stdout', { text: 'a\n' });
    await pass(1);
    const outputs = Object.values(state().runs).map((one) => one?.log.rows().map(({ raw }) => raw));
    expect(outputs).toEqual([['a'], ['b']]);
    await state().cancel('scratch:other');
    expect([run()?.phase, operations().at(-1)]).toEqual(['running', 'POST /api/v1/executions/run-2/cancel']);
  });

  it('does not start while the window follows as many as the browser has connections for', async () => {
    const owners = ['scratch:a', 'scratch:b', 'scratch:c'] as const;
    expect(owners).toHaveLength(followedRunsLimit);
    for (const one of owners) void state().start(one, request);
    await settleUntil(() => streams.length === followedRunsLimit);
    await state().start(owner, request);
    expect([streams.length, run()]).toEqual([followedRunsLimit, undefined]);
    expect(useToasts.getState().toasts.map(({ message }) => message)).toEqual([
      expect.stringContaining('3 runs are in progress in this window'),
    ]);
  });

  it('keeps its output under the next name of its document, and is not followed after it is dropped', async () => {
    const { stream } = await startRun();
    state().rename(owner, 'script:a.py');
    stream?.send('stdout', { text: 'a\n' });
    await pass(1);
    expect([run(), state().runs['script:a.py']?.phase]).toEqual([undefined, 'running']);
    expect(state().runs['script:a.py']?.log.rows()).toHaveLength(1);
    state().drop('script:a.py');
    expect([state().runs, sent[0]?.signal?.aborted]).toEqual([{}, true]);
  });

  it('that is refused ends with the error', async () => {
    answerRequests(() => refusal('queue_full', 'The queue is full.'));
    await state().start(owner, request);
    expect(run()).toMatchObject({ phase: 'ended', error: { code: 'queue_full', requestId: 'req_test' } });
  });

  it('that fails in the daemon ends with the code, the message and the request id of its error', async () => {
    const { ended, stream } = await startRun();
    const error = { code: 'engine_unavailable', message: 'Docker stopped.', requestId: 'req_9' };
    stream?.send('error', { error });
    await pass(1);
    await ended;
    expect(run()).toMatchObject({ phase: 'ended', error });
  });

  it('is resumed after a broken connection, and shows that it was lost', async () => {
    const { ended, stream } = await startRun();
    others = () =>
      Response.json({
        ...result,
        status: 'running',
        createdAt: '2026-01-31T12:00:00.000Z',
        source: 'x',
        pinned: false,
      });
    answerRequests((request) => {
      if (operations().length === 1) sent.push(request);
      return noAnswer();
    });
    stream?.breakOff();
    await pass(1);
    expect(run()).toMatchObject({ phase: 'running', connected: false });
    const next = eventStream();
    answerRequests(() => next.response);
    await pass(500);
    expect(run()).toMatchObject({ connected: true });
    next.send('finished', result, '2');
    await pass(1);
    await ended;
    expect(run()).toMatchObject({ phase: 'ended', error: undefined });
  });

  it('that died with the daemon is not waited for', async () => {
    const { ended, stream } = await startRun();
    others = () =>
      Response.json({
        ...result,
        status: 'interrupted',
        createdAt: '2026-01-31T12:00:00.000Z',
        source: 'x',
        pinned: false,
      });
    stream?.breakOff();
    await pass(1);
    await ended;
    expect(run()).toMatchObject({ phase: 'ended', error: { code: 'unreachable' } });
    expect(operations().at(-1)).toBe('GET /api/v1/executions/run-1');
  });

  it('of another operation is followed in its own document', async () => {
    const stream = eventStream();
    const ended = state().startBy('script:report.py', async () => stream.response);
    stream.send('started', { id: 'run-2' });
    stream.send('finished', { ...result, id: 'run-2' });
    await pass(1);
    await ended;
    expect([run(), state().runs['script:report.py']?.result?.id]).toEqual([undefined, 'run-2']);
  });
});

describe('a cancelled run', () => {
  it('is asked for once, and ends with its stream', async () => {
    const { ended, stream } = await startRun();
    others = () => new Response(null, { status: 202 });
    const cancelled = state().cancel(owner);
    await state().cancel(owner);
    expect(run()?.phase).toBe('cancelling');
    stream?.send('finished', { ...result, status: 'cancelled' });
    await pass(1);
    await Promise.all([cancelled, ended]);
    expect(run()).toMatchObject({ phase: 'ended', result: { status: 'cancelled' } });
    expect(operations().filter((operation) => operation.includes('cancel'))).toHaveLength(1);
  });

  it('runs on when the request fails, and waits for its end when it has just ended', async () => {
    await startRun();
    others = () => refusal('rate_limited');
    await state().cancel(owner);
    expect(run()?.phase).toBe('running');
    others = () => refusal('execution_finished');
    await state().cancel(owner);
    expect(run()?.phase).toBe('cancelling');
  });

  it('that has not begun is not asked for', async () => {
    void state().start(owner, request);
    await settleUntil(() => sent.length > 0);
    await state().cancel(owner);
    expect(operations()).toEqual(['POST /api/v1/execute']);
  });
});

describe('a run of an earlier window', () => {
  const execution: Execution = {
    ...{ ...result, status: 'running', createdAt: '2026-01-31T12:00:00.000Z', source: 'interface', pinned: false },
    request: { language: 'bash', code: 'sleep 9' },
  };

  it('is followed from its first event', async () => {
    void state().attach(owner, execution);
    await settleUntil(() => sent.length > 0);
    expect(operations()).toEqual(['GET /api/v1/executions/run-1/events']);
    expect(run()).toMatchObject({ phase: 'running', startedAt: Date.parse(execution.createdAt) });
  });
});
