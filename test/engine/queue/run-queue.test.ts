import { expect, test } from 'vitest';
import { type Arrival, createRunQueue, type RunQueue } from '../../../src-daemon/engine/queue/run-queue.ts';

const never = new AbortController().signal;
const ticket = (fairnessKey: string, memoryMb = 1, signal = never) => ({ fairnessKey, memoryMb, signal });

/** Admits a run and waits for its slot. Returns the function that gives the slot back. */
async function takeSlot(
  queue: RunQueue,
  { signal, ...arrival }: Arrival & { signal: AbortSignal },
): Promise<() => void> {
  const entry = queue.admit(arrival);
  await entry.waitForSlot(signal);
  return entry.leave;
}

/** Admits a run that leaves the queue at once. */
const tryAdmission = (queue: RunQueue, arrival: Arrival) => queue.admit(arrival).leave();

/** Records the name of each run when it gets its slot. */
function line(queue: RunQueue) {
  const order: string[] = [];
  const leaves: (() => void)[] = [];
  const join = (name: string, key: string, memoryMb?: number) =>
    takeSlot(queue, ticket(key, memoryMb)).then((leave) => {
      order.push(name);
      leaves.push(leave);
    });
  const next = async () => {
    leaves.shift()?.();
    await settled();
  };
  return { order, join, next };
}

/** Adds a run of another account, so that no account is alone. */
async function meetAnother(queue: RunQueue): Promise<void> {
  for (const key of ['x', 'y']) (await takeSlot(queue, ticket(key)))();
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('API keys alternate, and the runs of a key start in their order', async () => {
  const { order, join, next } = line(createRunQueue({ concurrency: 1, memoryMb: 100, waiting: 10 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void join(name, 'a');
  void join('b1', 'b');
  void join('c1', 'c');
  void join('b2', 'b');
  for (let count = 0; count < 7; count++) await next();
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a large run is not overtaken by smaller runs behind it', async () => {
  const { order, join, next } = line(createRunQueue({ concurrency: 8, memoryMb: 100, waiting: 10 }));
  void join('small', 'a', 60);
  void join('large', 'b', 90);
  void join('late', 'c', 10);
  await settled();
  expect(order).toEqual(['small']);
  await next();
  expect(order).toEqual(['small', 'large', 'late']);
});

test('a run that needs more than the whole memory runs alone', async () => {
  const { order, join, next } = line(createRunQueue({ concurrency: 8, memoryMb: 100, waiting: 10 }));
  void join('huge', 'a', 4096);
  void join('small', 'a', 1);
  await settled();
  expect(order).toEqual(['huge']);
  await next();
  expect(order).toEqual(['huge', 'small']);
});

test('a run beyond the limit is refused, both by admit and by waitForSlot', async () => {
  const queue = createRunQueue({ concurrency: 1, memoryMb: 100, waiting: 2 });
  const leave = await takeSlot(queue, ticket('a'));
  const waiting = [takeSlot(queue, ticket('a')), takeSlot(queue, ticket('b'))];
  const full = expect.objectContaining({ code: 'queue_full', retryAfterSeconds: expect.any(Number) });
  expect(() => tryAdmission(queue, { fairnessKey: 'a', memoryMb: 1 })).toThrow(full);
  await expect(takeSlot(queue, ticket('c'))).rejects.toEqual(full);
  leave();
  (await waiting[0])?.();
  (await waiting[1])?.();
  expect(() => tryAdmission(queue, { fairnessKey: 'a', memoryMb: 1 })).not.toThrow();
});

test('the queued runs of one account leave room in the queue for those of others', async () => {
  const queue = createRunQueue({ concurrency: 1, memoryMb: 100, waiting: 100 });
  const leaves = [await takeSlot(queue, ticket('a'))];
  const takeMany = (key: string, count: number) => {
    const refused: unknown[] = [];
    const tries = Array.from({ length: count }, () => takeSlot(queue, ticket(key)).then((leave) => leaves.push(leave)));
    for (const one of tries) one.catch((error: unknown) => refused.push(error));
    return settled().then(() => count - refused.length);
  };
  expect(await takeMany('a', 140)).toBe(100);
  for (const other of ['b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    expect(() => tryAdmission(queue, { fairnessKey: other, memoryMb: 1 }), other).not.toThrow();
    expect(await takeMany(other, 1), other).toBe(1);
  }
  const full = expect.objectContaining({ code: 'queue_full', message: expect.stringContaining('100 runs') });
  expect(() => tryAdmission(queue, { fairnessKey: 'a', memoryMb: 1 })).toThrow(full);
  const greedy = [];
  for (let account = 0; account < 20; account++) greedy.push(await takeMany(`x${account}`, 200));
  expect(greedy[0]).toBeGreaterThan(10);
  expect(Math.min(...greedy.slice(0, 3))).toBeGreaterThan(0);
  expect(107 + greedy.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(133);
});

test('a single account can use every slot and all memory', async () => {
  const { order, join } = line(createRunQueue({ concurrency: 8, memoryMb: 100, waiting: 10 }));
  for (let run = 0; run < 8; run++) void join('a', 'a', 12.5);
  await settled();
  expect(order).toHaveLength(8);
});

test('the active runs of one account leave slots for those of others', async () => {
  const queue = createRunQueue({ concurrency: 8, memoryMb: 1000, waiting: 10 });
  await meetAnother(queue);
  const { order, join, next } = line(queue);
  for (let run = 0; run < 8; run++) void join('a', 'a');
  await settled();
  expect(order).toHaveLength(6);
  void join('b', 'b');
  void join('c', 'c');
  await settled();
  expect(order.slice(6)).toEqual(['b', 'c']);
  await next();
  expect(order.slice(8)).toEqual(['a']);
});

test('the runs of one account leave memory for those of others, but its first run always starts', async () => {
  const { order, join } = line(createRunQueue({ concurrency: 8, memoryMb: 100, waiting: 10 }));
  void join('small', 'b', 5);
  void join('large', 'a', 95);
  void join('more', 'a', 1);
  await settled();
  expect(order).toEqual(['small', 'large']);
  const queue = createRunQueue({ concurrency: 8, memoryMb: 100, waiting: 10 });
  await meetAnother(queue);
  const other = line(queue);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void other.join(name, 'a', 25);
  void other.join('b1', 'b', 25);
  await settled();
  expect(other.order).toEqual(['a1', 'a2', 'a3', 'b1']);
});

test('an aborted run is removed from the queue', async () => {
  const queue = createRunQueue({ concurrency: 1, memoryMb: 100, waiting: 10 });
  const leave = await takeSlot(queue, ticket('a'));
  const cancel = new AbortController();
  const given = takeSlot(queue, ticket('a', 1, cancel.signal));
  const after = takeSlot(queue, ticket('a'));
  cancel.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  leave();
  await expect(after).resolves.toBeTypeOf('function');
});

const limited = (maxMs: number) => ({ fairnessKey: 'a', memoryMb: 1, queueLimit: { maxMs, since: performance.now() } });
const late = expect.objectContaining({ code: 'queue_timeout', retryAfterSeconds: expect.any(Number) });

test('a run with a queue time of 0 is admitted only if a slot is free', async () => {
  const queue = createRunQueue({ concurrency: 1, memoryMb: 100, waiting: 10 });
  expect(() => tryAdmission(queue, limited(0))).not.toThrow();
  const leave = await takeSlot(queue, ticket('b'));
  expect(() => tryAdmission(queue, limited(0))).toThrow(late);
  leave();
  expect(() => tryAdmission(queue, limited(0))).not.toThrow();
});

test('a run is refused at admission if the runs before it take twice as long as it may wait', async () => {
  const queue = createRunQueue({ concurrency: 1, memoryMb: 100, waiting: 10 });
  const leave = await takeSlot(queue, ticket('a'));
  // Without earlier runs, the estimate of a run is 500 ms.
  expect(() => tryAdmission(queue, limited(260))).not.toThrow();
  expect(() => tryAdmission(queue, limited(240))).toThrow(late);
  const next = takeSlot(queue, ticket('a'));
  expect(() => tryAdmission(queue, limited(490))).toThrow(late);
  // Another key is served after one run of this one.
  const other = { ...limited(490), fairnessKey: 'b' };
  const second = takeSlot(queue, ticket('a'));
  expect(() => tryAdmission(queue, { ...other, queueLimit: { maxMs: 510, since: 0 } })).not.toThrow();
  expect(() => tryAdmission(queue, { ...limited(740) })).toThrow(late);
  leave();
  for (const entered of [next, second]) (await entered)();
});

test('a run that has waited as long as it may is removed from the queue, and the next one starts', async () => {
  const queue = createRunQueue({ concurrency: 1, memoryMb: 100, waiting: 10 });
  const leave = await takeSlot(queue, ticket('a'));
  const wait = queue.startWait(limited(20), never);
  const entered = takeSlot(queue, { ...limited(20), signal: wait.signal });
  const next = takeSlot(queue, ticket('a'));
  await expect(entered).rejects.toEqual(late);
  leave();
  (await next)();
});

test('a run that has started is not refused by the limit of its queue time', async () => {
  const queue = createRunQueue({ concurrency: 1, memoryMb: 100, waiting: 10 });
  const wait = queue.startWait(limited(0), never);
  const leave = await takeSlot(queue, { ...limited(0), signal: wait.signal });
  wait.end();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(wait.signal.aborted).toBe(false);
  leave();
});

test('a run with a slot that requires other memory waits until it fits, before all that wait for a slot', async () => {
  const queue = createRunQueue({ concurrency: 8, memoryMb: 100, waiting: 10 });
  const { order, join } = line(queue);
  const other = await takeSlot(queue, ticket('a', 40));
  const entry = queue.admit(ticket('b', 40));
  await entry.waitForSlot(never);
  void join('late', 'c', 30);
  await entry.changeMemory(50, never);
  const changed = entry.changeMemory(70, never).then(() => order.push('changed'));
  await settled();
  expect(order).toEqual([]);
  other();
  await changed;
  await settled();
  expect(order).toEqual(['changed', 'late']);
});

test('a run that is cancelled while it waits for other memory leaves its slot', async () => {
  const queue = createRunQueue({ concurrency: 2, memoryMb: 100, waiting: 10 });
  const { order, join } = line(queue);
  await takeSlot(queue, ticket('a', 40));
  const entry = queue.admit(ticket('a', 40));
  await entry.waitForSlot(never);
  void join('next', 'a', 60);
  const cancel = new AbortController();
  const changed = expect(entry.changeMemory(90, cancel.signal)).rejects.toThrow('cancelled');
  await settled();
  expect(order).toEqual([]);
  cancel.abort(new Error('cancelled'));
  await changed;
  entry.leave();
  await settled();
  expect(order).toEqual(['next']);
});
