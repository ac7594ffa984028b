import { expect, test } from 'vitest';
import { createRunQueue, type RunQueue } from '../../src-daemon/engine/run-queue.ts';

const never = new AbortController().signal;
const ticket = (fairnessKey: string, memoryMb = 1, signal = never) => ({ fairnessKey, memoryMb, signal });

/** Enters and notes the name when the place is there. */
function line(queue: RunQueue) {
  const order: string[] = [];
  const leaves: (() => void)[] = [];
  const join = (name: string, key: string, memoryMb?: number) =>
    queue.enter(ticket(key, memoryMb)).then((leave) => {
      order.push(name);
      leaves.push(leave);
    });
  const next = async () => {
    leaves.shift()?.();
    await settled();
  };
  return { order, join, next };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('the keys take turns, and within a key the first comes first', async () => {
  const { order, join, next } = line(createRunQueue({ concurrency: 1, memoryMb: 100, waiting: 10 }));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void join(name, 'a');
  void join('b1', 'b');
  void join('c1', 'c');
  void join('b2', 'b');
  for (let turn = 0; turn < 7; turn++) await next();
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
});

test('a large run is not overtaken by the small ones behind it', async () => {
  const { order, join, next } = line(createRunQueue({ concurrency: 8, memoryMb: 100, waiting: 10 }));
  void join('small', 'a', 60);
  void join('large', 'b', 90);
  void join('late', 'c', 10);
  await settled();
  expect(order).toEqual(['small']);
  await next();
  expect(order).toEqual(['small', 'large', 'late']);
});

test('a run larger than all the memory runs alone', async () => {
  const { order, join, next } = line(createRunQueue({ concurrency: 8, memoryMb: 100, waiting: 10 }));
  void join('huge', 'a', 4096);
  void join('small', 'a', 1);
  await settled();
  expect(order).toEqual(['huge']);
  await next();
  expect(order).toEqual(['huge', 'small']);
});

test('the one too many is refused, by admission and by entry alike', async () => {
  const queue = createRunQueue({ concurrency: 1, memoryMb: 100, waiting: 2 });
  const leave = await queue.enter(ticket('a'));
  const waiting = [queue.enter(ticket('a')), queue.enter(ticket('b'))];
  const full = expect.objectContaining({ code: 'queue_full', retryAfterSeconds: expect.any(Number) });
  expect(() => queue.admit()).toThrow(full);
  await expect(queue.enter(ticket('c'))).rejects.toEqual(full);
  leave();
  (await waiting[0])?.();
  (await waiting[1])?.();
  expect(() => queue.admit()).not.toThrow();
});

test('a run that is given up leaves its place in the line', async () => {
  const queue = createRunQueue({ concurrency: 1, memoryMb: 100, waiting: 10 });
  const leave = await queue.enter(ticket('a'));
  const cancel = new AbortController();
  const given = queue.enter(ticket('a', 1, cancel.signal));
  const after = queue.enter(ticket('a'));
  cancel.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  leave();
  await expect(after).resolves.toBeTypeOf('function');
});
