/** The watch of pods, over cut streams, lost versions and failures. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ClusterApi, createClusterApi } from '../../../../src-daemon/engine/kubernetes/link/api.ts';
import { createPods } from '../../../../src-daemon/engine/kubernetes/link/pods.ts';
import { growingPause, type WatchOptions, watchPods } from '../../../../src-daemon/engine/kubernetes/link/watch.ts';
import { type ApiServer, clusterOf, manifestOf, startApiServer } from '../../../support/kubernetes/api-server.ts';

const labels = { role: 'sandbox' };
const running = { phase: 'Running' };

let server: ApiServer;
let api: ClusterApi;
let abort: AbortController;
let ended: Promise<void>;
/** The events as text: `added one Pending`. */
let events: string[];
let failures: unknown[];
/** The numbers of failures in a row that were paused for. */
let pauses: number[];

beforeEach(async () => {
  server = await startApiServer();
  api = createClusterApi(clusterOf(server));
  abort = new AbortController();
  ended = Promise.resolve();
  [events, failures, pauses] = [[], [], []];
});

afterEach(async () => {
  vi.useRealTimers();
  abort.abort();
  await ended;
  api.close();
  await server.stop();
});

function start(options: Partial<WatchOptions> = {}): void {
  ended = watchPods(createPods(api), {
    selector: 'role=sandbox',
    onEvent: ({ type, pod }) => events.push(`${type} ${pod.name} ${pod.phase}`),
    onFailure: (error) => failures.push(error),
    signal: abort.signal,
    pauseMs: (count) => {
      pauses.push(count);
      return 0;
    },
    ...options,
  });
}

function immediate(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Waits until a stream is open. */
async function streamIsOpen(): Promise<void> {
  await expect.poll(() => server.watches.count()).toBe(1);
}

/** Waits until exactly these events were reported. */
async function eventsAre(...expected: string[]): Promise<void> {
  await expect.poll(() => events).toEqual(expected);
}

/** Returns the number of lists so far, and the versions from which streams have continued. */
function requests() {
  const queries = server.requests.map((request) => new URL(request.slice(4), server.url).searchParams);
  const versions = queries.filter((query) => query.has('watch')).map((query) => query.get('resourceVersion'));
  return { lists: queries.length - versions.length, versions };
}

test('pods that exist are reported, then their changes, with one list and one stream', async () => {
  server.pods.create(manifestOf('one', labels));
  server.pods.create(manifestOf('other', { role: 'installer' }));
  const onListed = vi.fn(() => events.push('listed'));
  start({ onListed });
  await streamIsOpen();
  server.pods.create(manifestOf('two', labels));
  server.pods.create(manifestOf('another'));
  server.pods.setStatus('one', running);
  await eventsAre('added one Pending', 'listed', 'added two Pending', 'modified one Running');
  server.pods.delete('one');
  await expect.poll(() => events.slice(4)).toEqual(['modified one Running', 'deleted one Running']);
  expect(requests()).toEqual({ lists: 1, versions: ['1002'] });
  expect(server.requests[1]).toContain('allowWatchBookmarks=true');
  expect(failures).toEqual([]);
});

describe('a stream that has ended continues', () => {
  test('at the version of the last event, and nothing is missed or repeated', async () => {
    start();
    await streamIsOpen();
    server.pods.create(manifestOf('one', labels));
    await eventsAre('added one Pending');
    server.watches.end();
    server.pods.create(manifestOf('two', labels));
    await eventsAre('added one Pending', 'added two Pending');
    expect(requests()).toEqual({ lists: 1, versions: ['1000', '1001'] });
    expect(failures).toEqual([]);
  });

  test('at the version of a bookmark', async () => {
    start();
    await streamIsOpen();
    server.pods.create(manifestOf('other'));
    server.watches.bookmark();
    server.watches.end();
    await expect.poll(requests).toEqual({ lists: 1, versions: ['1000', '1001'] });
    expect(events).toEqual([]);
  });

  test('when it was cut within a line', async () => {
    start();
    await streamIsOpen();
    server.pods.create(manifestOf('one', labels));
    await eventsAre('added one Pending');
    server.watches.cut('{"type":"MODIFIED","object":{"metadata":{"name":"on');
    server.pods.setStatus('one', running);
    await eventsAre('added one Pending', 'modified one Running');
    expect(failures).toHaveLength(1);
    expect(requests()).toEqual({ lists: 1, versions: ['1000', '1001'] });
  });
});

describe('pods are listed again, and only what differs is reported', () => {
  async function startWithThree(): Promise<void> {
    for (const name of ['kept', 'changed', 'deleted', 'replaced']) server.pods.create(manifestOf(name, labels));
    start();
    await streamIsOpen();
    events.length = 0;
  }

  /** Changes pods while nothing watches. */
  function change(): void {
    server.pods.setStatus('changed', running);
    server.pods.delete('deleted');
    server.pods.delete('replaced');
    server.pods.create(manifestOf('replaced', labels));
    server.pods.create(manifestOf('new', labels));
    server.pods.expire();
  }

  const differences = [
    'deleted deleted Pending',
    'modified changed Running',
    'added new Pending',
    'deleted replaced Pending',
    'added replaced Pending',
  ];

  test('when the stream no longer has its version', async () => {
    await startWithThree();
    server.watches.end();
    change();
    await eventsAre(...differences);
    expect(failures).toEqual([expect.objectContaining({ kind: 'gone', status: 410 })]);
    expect(requests()).toEqual({ lists: 2, versions: ['1004', '1004', String(server.pods.version())] });
  });

  test('when the answer to the watch is 410', async () => {
    await startWithThree();
    server.plant({ status: 410 });
    server.watches.end();
    change();
    await eventsAre(...differences);
    expect(requests().lists).toBe(2);
  });

  test.each([
    ['is not JSON', 'nonsense\n'],
    ['is of an unknown type', '{"type":"ODD","object":{}}\n'],
    ['has a pod without a uid', '{"type":"ADDED","object":{"metadata":{"name":"a","resourceVersion":"1"}}}\n'],
    ['is longer than 1 MiB', 'x'.repeat((1 << 20) + 1)],
  ])('when a line %s', async (_name, line) => {
    await startWithThree();
    server.watches.send(line);
    await expect.poll(() => failures).toEqual([expect.objectContaining({ kind: 'bad_answer' })]);
    await expect.poll(requests).toEqual({ lists: 2, versions: ['1004', '1004'] });
    expect(events).toEqual([]);
  });
});

describe('failures', () => {
  test('are followed by pauses that grow until something arrives', async () => {
    server.plant({ status: 500 }, { status: 403 }, { status: 200, body: '{}' });
    start();
    await streamIsOpen();
    expect(pauses).toEqual([1, 2, 3]);
    expect(failures).toMatchObject([{ kind: 'unavailable' }, { kind: 'forbidden' }, { kind: 'bad_answer' }]);
    server.watches.bookmark();
    server.watches.end();
    await expect.poll(() => pauses).toEqual([1, 2, 3, 1]);
  });

  test('pause for 100 ms at first and for 30 s at most', () => {
    const bounds = [
      [1, 75, 100],
      [2, 150, 200],
      [5, 1200, 1600],
      [10, 22_500, 30_000],
      [5000, 22_500, 30_000],
    ] as const;
    for (const [count, least, most] of bounds)
      for (let round = 0; round < 50; round++) {
        expect(growingPause(count)).toBeGreaterThanOrEqual(least);
        expect(growingPause(count)).toBeLessThanOrEqual(most);
      }
  });

  test('pause for as long as the server asks', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server.plant({ status: 429, headers: { 'retry-after': '7' } });
    start();
    // A poll would advance the fake timers.
    while (pauses.length === 0) await immediate();
    vi.advanceTimersByTime(6999);
    for (let rounds = 0; rounds < 20; rounds++) await immediate();
    expect(server.requests).toHaveLength(1);
    vi.advanceTimersByTime(1);
    while (server.watches.count() === 0) await immediate();
  });
});

test('the signal ends the watch: its stream is closed, and a pause ends', async () => {
  start();
  await streamIsOpen();
  abort.abort();
  await ended;
  await expect.poll(() => server.watches.count()).toBe(0);
  expect([failures, pauses]).toEqual([[], []]);

  abort = new AbortController();
  server.plant({ status: 500 });
  start({ pauseMs: () => 600_000, signal: abort.signal });
  await expect.poll(() => failures.length).toBe(1);
  abort.abort();
  await ended;
});
