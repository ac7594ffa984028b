/** The event stream of a run: its events, a dropped connection, and its resumption. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { resumeGraceMs } from '../../../src-daemon/work/current-work.ts';
import {
  cancelExecution,
  ExecutionEvent,
  execute,
  readExecution,
} from '../../../src-shared/contracts/executions.contract.ts';
import { pathOf } from '../../support/api-client.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';
import { type EventStream, openEventStream, type ReceivedEvent } from '../../support/event-stream.ts';
import { until } from '../../support/until.ts';

const daemon = testDaemonOfFile();
const threeLines = 'echo one; sleep 0.5; echo two >&2; sleep 0.5; echo three';

const stream = ({ client }: TestUser, body: object): Promise<EventStream> =>
  openEventStream(daemon().url, { method: 'POST', path: execute.path, headers: client.credential, body });

function resume({ client }: TestUser, id: string, lastEventId?: number): Promise<EventStream> {
  const headers = { ...client.credential, ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }) };
  return openEventStream(daemon().url, { path: pathOf('/api/v1/executions/:id/events', { id }), headers });
}

const textOf = (events: ReceivedEvent[], name: string) =>
  events
    .filter(({ event }) => event === name)
    .map(({ data }) => data.text)
    .join('');

describeWithEngine('the stream of a run', () => {
  it('sends start, output, files and end, numbered from 1 without a gap, each matching its schema', async () => {
    const user = await daemon().newUser();
    const opened = await stream(user, { language: 'bash', code: `${threeLines}; echo file > left.txt` });
    expect(opened.status).toBe(200);
    expect(opened.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    const events = await opened.rest();
    for (const { event, data } of events) ExecutionEvent.parse({ event, data });
    expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
    expect(events[0]).toMatchObject({ event: 'started', data: { id: expect.stringMatching(/^run_/) } });
    expect(textOf(events, 'stdout')).toBe('one\nthree\n');
    expect(textOf(events, 'stderr')).toBe('two\n');
    expect(events.at(-2)).toMatchObject({ event: 'file', data: { path: 'left.txt', content: 'file\n' } });
    const end = events.at(-1);
    expect(end).toMatchObject({
      event: 'finished',
      data: { status: 'succeeded', stdout: 'one\nthree\n', stderr: 'two\n' },
    });
    const kept = await user.client.call(readExecution, { params: { id: end?.data.id } });
    expect(kept).toMatchObject(end?.data);
  });

  it('brings output before the run has ended', async () => {
    const user = await daemon().newUser();
    const opened = await stream(user, { language: 'bash', code: 'echo early; sleep 60' });
    const id = (await opened.next())?.data.id;
    expect(await opened.next()).toMatchObject({ event: 'stdout', data: { text: 'early\n' } });
    expect(await user.client.call(readExecution, { params: { id } })).toMatchObject({ status: 'running' });
    await user.client.call(cancelExecution, { params: { id } });
    expect((await opened.rest()).at(-1)).toMatchObject({ event: 'finished', data: { status: 'cancelled' } });
  });

  it('cuts no character in two, however the program writes', async () => {
    const user = await daemon().newUser();
    const code = [
      'import sys, time',
      'for byte in "äö🎉".encode():',
      '    sys.stdout.buffer.write(bytes([byte])); sys.stdout.buffer.flush(); time.sleep(0.02)',
    ].join('\n');
    const events = await (await stream(user, { language: 'python', code })).rest();
    expect(textOf(events, 'stdout')).toBe('äö🎉');
    expect(events.filter(({ event }) => event === 'stdout').length).toBeGreaterThan(1);
  });

  it('that broke is resumed after the last event seen: nothing twice, nothing lost', async () => {
    const user = await daemon().newUser();
    const opened = await stream(user, { language: 'bash', code: threeLines });
    const first = await opened.next();
    const second = await opened.next();
    opened.drop();
    const rest = await (await resume(user, first?.data.id, second?.id)).rest();
    const all = [first, second, ...rest] as ReceivedEvent[];
    expect(all.map(({ id }) => id)).toEqual(all.map((_, index) => index + 1));
    expect(textOf(all, 'stdout')).toBe('one\nthree\n');
    expect(all.at(-1)).toMatchObject({ event: 'finished', data: { status: 'succeeded' } });
  });

  it('that was dropped cancels its run after a minute, unless the run is detached', async () => {
    const user = await daemon().newUser();
    const timers = vi.spyOn(globalThis, 'setTimeout');
    const graces = () => timers.mock.calls.filter(([, ms]) => ms === resumeGraceMs).length;
    const ids: string[] = [];
    for (const detached of [true, false]) {
      const opened = await stream(user, { language: 'bash', code: 'sleep 60', detached });
      ids.push((await opened.next())?.data.id);
      opened.drop();
    }
    await until(() => graces() > 0);
    await sleep(100);
    expect(graces()).toBe(1);
    timers.mockRestore();
    for (const id of ids)
      expect(await user.client.call(cancelExecution, { params: { id } })).toMatchObject({ status: 'cancelled' });
  });

  it('can be followed by several at once, from the first event', async () => {
    const user = await daemon().newUser();
    const opened = await stream(user, { language: 'bash', code: threeLines });
    const first = await opened.next();
    const [one, two, own] = await Promise.all([
      resume(user, first?.data.id).then((other) => other.rest()),
      resume(user, first?.data.id).then((other) => other.rest()),
      opened.rest(),
    ]);
    expect(one).toEqual([first, ...own]);
    expect(two).toEqual(one);
  });

  it('of a run that ended is there for those who come late, and ends', async () => {
    const user = await daemon().newUser();
    const { id } = await user.client.call(execute, { body: { language: 'bash', code: 'echo done' } });
    const events = await (await resume(user, id)).rest();
    expect(events.map(({ event }) => event)).toEqual(['started', 'stdout', 'finished']);
    expect(await (await resume(user, id, 3)).rest()).toEqual([]);
  });

  it('is refused with an id that is no number, and to another account', async () => {
    const [user, stranger] = [await daemon().newUser(), await daemon().newUser()];
    const { id } = await user.client.call(execute, { body: { language: 'bash', code: 'true' } });
    const path = pathOf('/api/v1/executions/:id/events', { id });
    const bad = await user.client.send({ path, headers: { 'last-event-id': 'three' } });
    expect(bad.json).toMatchObject({ error: { code: 'invalid_request' } });
    expect((await stranger.client.send({ path })).json).toMatchObject({ error: { code: 'execution_not_found' } });
  });

  it('that no client reads blocks nothing: the run ends, and the daemon answers other requests', async () => {
    const user = await daemon().newUser();
    const flood = await stream(user, { language: 'bash', code: 'head -c 1000000 /dev/zero | tr "\\0" x' });
    const first = await flood.next();
    await until(async () => {
      const { status } = await user.client.call(readExecution, { params: { id: first?.data.id } });
      return status === 'succeeded';
    });
    flood.drop();
  });

  it('of a bad request is a JSON error', async () => {
    const user = await daemon().newUser();
    const refused = await stream(user, { language: 'cobol', code: '' });
    expect(refused.status).toBe(422);
    expect(refused.headers['content-type']).toMatch(/^application\/json/);
  });
});
