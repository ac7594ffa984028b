import { expect, test } from 'vitest';
import { createRunQueue, type RunQueue } from '../../../src-daemon/engine/queue/run-queue.ts';

const never = new AbortController().signal;

interface Request {
  key?: string;
  memoryMb?: number;
  isHeld?: boolean;
}

/** Admits a run or a sandbox. Returns its name when it has a slot, and how to give it back. */
function enter(queue: RunQueue, { key = 'a', memoryMb = 100, isHeld = false }: Request) {
  const entry = queue.admit({ fairnessKey: key, memoryMb, isHeld });
  const state = { hasSlot: false };
  entry.waitForSlot(never).then(
    () => {
      state.hasSlot = true;
    },
    () => {},
  );
  return { state, leave: entry.leave };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const queueOf = (concurrency: number, memoryMb: number) => createRunQueue({ concurrency, memoryMb, waiting: 100 });
const full = expect.objectContaining({ code: 'sandbox_capacity_full', message: expect.stringContaining('Delete') });

test('sandboxes hold at most half of the memory', () => {
  const queue = queueOf(32, 1000);
  enter(queue, { isHeld: true, memoryMb: 300 });
  expect(() => enter(queue, { isHeld: true, memoryMb: 201 })).toThrow(full);
  const second = enter(queue, { isHeld: true, memoryMb: 200 });
  expect(() => enter(queue, { isHeld: true, memoryMb: 1 })).toThrow(full);
  second.leave();
  second.leave();
  enter(queue, { isHeld: true, memoryMb: 200 });
  expect(() => enter(queue, { isHeld: true, memoryMb: 1 })).toThrow(full);
});

test('sandboxes hold at most half of the slots, but at least eight may exist', () => {
  for (const [concurrency, max] of [
    [32, 16],
    [20, 10],
    [8, 8],
  ] as const) {
    const queue = queueOf(concurrency, 100_000);
    for (let count = 0; count < max; count++) enter(queue, { isHeld: true });
    expect(() => enter(queue, { isHeld: true })).toThrow(full);
  }
});

test('sandboxes leave half of the slots to the runs, however many there are', async () => {
  const queue = queueOf(8, 100_000);
  for (let count = 0; count < 8; count++) enter(queue, { isHeld: true });
  const runs = Array.from({ length: 6 }, () => enter(queue, {}));
  await settled();
  expect(runs.filter(({ state }) => state.hasSlot)).toHaveLength(4);
});

test('a sandbox waits in the queue for a slot, behind the runs that arrived before', async () => {
  const queue = queueOf(2, 10_000);
  const runs = [enter(queue, {}), enter(queue, {}), enter(queue, {})];
  const sandbox = enter(queue, { isHeld: true });
  await settled();
  expect(sandbox.state.hasSlot).toBe(false);
  runs[0]?.leave();
  await settled();
  expect(sandbox.state.hasSlot).toBe(false);
  runs[1]?.leave();
  await settled();
  expect(sandbox.state.hasSlot).toBe(true);
});

test('sandboxes that wait for a slot count toward the capacity', () => {
  const queue = queueOf(2, 1000);
  for (let count = 0; count < 2; count++) enter(queue, {});
  enter(queue, { isHeld: true, memoryMb: 500 });
  expect(() => enter(queue, { isHeld: true, memoryMb: 1 })).toThrow(full);
});

test('a run that needs more memory than the sandboxes leave runs alone next to them', async () => {
  const queue = queueOf(8, 1000);
  enter(queue, { isHeld: true, memoryMb: 500 });
  const small = enter(queue, { memoryMb: 100 });
  const large = enter(queue, { memoryMb: 900 });
  const late = enter(queue, { memoryMb: 100, key: 'b' });
  await settled();
  expect([small, large, late].map(({ state }) => state.hasSlot)).toEqual([true, false, false]);
  small.leave();
  await settled();
  expect([large, late].map(({ state }) => state.hasSlot)).toEqual([true, false]);
  large.leave();
  await settled();
  expect(late.state.hasSlot).toBe(true);
});

test("sandboxes count toward their account's share, but never keep its runs from starting one at a time", async () => {
  const queue = queueOf(8, 1000);
  for (const key of ['a', 'b']) enter(queue, { key, memoryMb: 1 }).leave();
  enter(queue, { key: 'a', isHeld: true, memoryMb: 500 });
  await settled();
  const first = enter(queue, { key: 'a', memoryMb: 300 });
  const second = enter(queue, { key: 'a', memoryMb: 100 });
  const other = enter(queue, { key: 'b', memoryMb: 100 });
  await settled();
  expect([first, second, other].map(({ state }) => state.hasSlot)).toEqual([true, false, true]);
  first.leave();
  await settled();
  expect(second.state.hasSlot).toBe(true);
});

test('the time that a sandbox holds its slot does not count as a usual duration of runs', async () => {
  const queue = createRunQueue({ concurrency: 1, memoryMb: 1000, waiting: 4 });
  const sandbox = enter(queue, { isHeld: true });
  await new Promise((resolve) => setTimeout(resolve, 600));
  sandbox.leave();
  enter(queue, {});
  const waits = queue.admit({ fairnessKey: 'a', memoryMb: 100, queueLimit: { maxMs: 251, since: performance.now() } });
  waits.leave();
});
