import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, unreachable } from '../../../src-renderer/client/api-error.ts';
import { type FollowOptions, followStream, type StreamKind } from '../../../src-renderer/client/follow-stream.ts';
import { eventStream } from '../page/requests.ts';

interface Event {
  event: string;
  data: unknown;
}

type Stream = ReturnType<typeof eventStream>;

let connections: boolean[];
let resumed: { id: string; lastEventId: string | undefined }[];
let next: (() => Response | Promise<Response>)[];

beforeEach(() => {
  [connections, resumed, next] = [[], [], []];
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const kind: StreamKind<Event> = {
  parse: ({ event = '', data }) => ({ event, data: JSON.parse(data) }),
  idOf: ({ event, data }) => (event === 'started' ? String(data) : undefined),
  isLast: ({ event }) => event === 'finished',
  resume: async (id, headers) => {
    resumed.push({ id, lastEventId: headers['last-event-id'] });
    const answer = next.shift();
    if (answer === undefined) throw unreachable();
    return answer();
  },
};

const following = (signal = new AbortController().signal): FollowOptions => ({
  signal,
  onConnection: (isConnected) => connections.push(isConnected),
});

async function collect(context: { response?: Response; id?: string }, more: Partial<StreamKind<Event>> = {}) {
  const found: string[] = [];
  for await (const { event } of followStream({ ...kind, ...more }, context, following())) found.push(event);
  return found;
}

/** Returns a stream that has sent these events, numbered from `firstId`. */
function streamOf(events: readonly [event: string, data: unknown][], firstId = 1): Stream {
  const stream = eventStream();
  for (const [index, [event, data]] of events.entries()) stream.send(event, data, String(firstId + index));
  return stream;
}

const started = ['started', 'run-1'] as [string, unknown];
const last = ['finished', 0] as [string, unknown];

describe('a stream that is followed', () => {
  it('ends with its last event, though the connection stays open', async () => {
    expect(await collect({ response: streamOf([started, ['stdout', 'a'], last]).response })).toEqual([
      'started',
      'stdout',
      'finished',
    ]);
    expect(resumed).toEqual([]);
  });

  it.each(['breakOff', 'end'] as const)('is resumed after the last event that came, after %s', async (how) => {
    const first = streamOf([started, ['stdout', 'a']]);
    next = [() => streamOf([['stdout', 'b'], last], 3).response];
    const events = followStream(kind, { response: first.response }, following());
    expect((await events.next()).value).toMatchObject({ event: 'started' });
    expect((await events.next()).value).toMatchObject({ data: 'a' });
    first[how]();
    expect((await events.next()).value).toMatchObject({ data: 'b' });
    expect((await events.next()).value).toMatchObject({ event: 'finished' });
    expect((await events.next()).done).toBe(true);
    expect(resumed).toEqual([{ id: 'run-1', lastEventId: '2' }]);
    expect(connections).toEqual([true]);
  });

  it('of a run that is under way is read from its first event', async () => {
    next = [() => streamOf([started, last]).response];
    expect(await collect({ id: 'run-9' })).toEqual(['started', 'finished']);
    expect(resumed).toEqual([{ id: 'run-9', lastEventId: undefined }]);
  });

  it('is tried again every half second while the daemon is away', async () => {
    next = [() => Promise.reject(unreachable()), () => Promise.reject(unreachable()), () => streamOf([last]).response];
    const events = collect({ id: 'run-1' });
    await vi.advanceTimersByTimeAsync(499);
    expect([resumed.length, connections]).toEqual([1, [false]]);
    await vi.advanceTimersByTimeAsync(600);
    expect(await events).toEqual(['finished']);
    expect([resumed.length, connections]).toEqual([3, [false, false, true]]);
  });

  it('is given up when the daemon was away for a minute', async () => {
    const events = collect({ id: 'run-1' }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(connections).not.toContain(true);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await events).toMatchObject({ code: 'unreachable' });
    expect(resumed.length).toBeGreaterThan(100);
  });

  it('fails with the error of the daemon that does not resume it', async () => {
    next = [() => Promise.reject(new ApiError('execution_not_found', 'no such run'))];
    await expect(collect({ id: 'run-1' })).rejects.toMatchObject({ code: 'execution_not_found' });
    expect(resumed).toHaveLength(1);
  });

  it.each(['breakOff', 'end'] as const)('that has no id yet cannot be resumed after %s', async (how) => {
    const stream = eventStream();
    stream[how]();
    await expect(collect({ response: stream.response })).rejects.toMatchObject({ code: 'unreachable' });
    expect(resumed).toEqual([]);
  });

  it('is given up when its work has died with the daemon', async () => {
    const stream = streamOf([started]);
    stream.end();
    const checkAlive = async (id: string) => {
      throw new ApiError('unreachable', `${id} was interrupted`);
    };
    await expect(collect({ response: stream.response }, { checkAlive })).rejects.toThrow('run-1 was interrupted');
    expect(resumed).toEqual([]);
  });

  it('fails on an event that is not of the contract', async () => {
    const stream = eventStream();
    stream.write(new TextEncoder().encode('data: {\n\n'));
    await expect(collect({ response: stream.response })).rejects.toMatchObject({
      ...{ code: 'unreadable', message: expect.stringContaining('version') },
    });
  });
});
