import { expect, test } from 'vitest';
import { createDemand } from '../../../src-daemon/engine/pool/demand.ts';
import type { WarmPoolOptions } from '../../../src-daemon/engine/pool/pool-plan.ts';
import { createWarmPool } from '../../../src-daemon/engine/pool/warm-pool.ts';

interface Item {
  key: string;
  number: number;
  die: () => void;
  died: Promise<void>;
}

const toKey = (key: string) => key;
const patient = new AbortController().signal;

/** Makes a pool whose boots finish when the test releases them. */
function poolOf(options: Partial<WarmPoolOptions<string, Item>> = {}) {
  const clock = { now: 0 };
  const boots: { key: string; finish: () => Item; fail: (error: Error) => void }[] = [];
  const discarded: Item[] = [];
  let number = 0;
  const boot = (key: string) => {
    const made = Promise.withResolvers<Item>();
    const finish = () => {
      const death = Promise.withResolvers<void>();
      const item = { key, number: number++, die: death.resolve, died: death.promise };
      made.resolve(item);
      return item;
    };
    boots.push({ key, finish, fail: made.reject });
    return made.promise;
  };
  const demand = createDemand({ toKey, now: () => clock.now });
  const pool = createWarmPool<string, Item>({
    toKey,
    boot,
    discard: (item) => discarded.push(item),
    deathOf: (item) => item.died,
    costMb: () => 10,
    budgetMb: 100,
    concurrency: 2,
    demand,
    ...options,
  });
  return { pool, boots, boot, discarded, demand, clock };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('an expected key has a warm item, which is used at once and only once', async () => {
  const { pool, boots, demand } = poolOf();
  demand.expect('python');
  pool.refill();
  const item = boots[0]?.finish();
  await settled();
  expect(pool.count()).toEqual({ ready: 1, booting: 0 });
  expect(await pool.take('python', patient)).toBe(item);
  expect(pool.isEmpty('python')).toBe(true);
});

test('the number of concurrent boots is limited, and waiting requests come first, in their order', async () => {
  const { pool, boots, demand } = poolOf();
  const takes = ['a', 'b', 'c'].map((key) => pool.take(key, patient));
  for (const key of ['d', 'e']) demand.expect(key);
  expect(boots.map(({ key }) => key)).toEqual(['a', 'b']);
  boots[1]?.finish();
  await takes[1];
  await settled();
  expect(boots.map(({ key }) => key)).toEqual(['a', 'b', 'c']);
});

test('the limit of warm boots is below that of boots for waiting requests', () => {
  const { pool, boots, demand } = poolOf({ concurrency: 3, aheadConcurrency: 1 });
  for (const key of ['a', 'b']) demand.expect(key);
  pool.refill();
  expect(boots.map(({ key }) => key)).toEqual(['b']);
  for (const key of ['c', 'd', 'e']) void pool.take(key, patient);
  expect(boots.map(({ key }) => key)).toEqual(['b', 'c', 'd']);
});

test('a warm boot in progress is assigned to the first request for its key', async () => {
  const { pool, boots, demand } = poolOf({ concurrency: 1 });
  demand.expect('python');
  pool.refill();
  const taken = pool.take('python', patient);
  expect(boots).toHaveLength(1);
  const item = boots[0]?.finish();
  expect(await taken).toBe(item);
});

test('a failed boot fails only the request that waits for it', async () => {
  const { pool, boots } = poolOf();
  const one = pool.take('python', patient);
  const other = pool.take('python', patient);
  boots[0]?.fail(new Error('no room'));
  await expect(one).rejects.toThrow('no room');
  const item = boots[1]?.finish();
  expect(await other).toBe(item);
});

test('the boot of an aborted request is used for the next request', async () => {
  const { pool, boots } = poolOf({ concurrency: 1 });
  const cancel = new AbortController();
  const one = pool.take('python', cancel.signal);
  const other = pool.take('python', patient);
  cancel.abort(new Error('enough'));
  await expect(one).rejects.toThrow('enough');
  const item = boots[0]?.finish();
  expect(await other).toBe(item);
});

test('an item that was made for an aborted request alone is discarded', async () => {
  const { pool, boots, boot, discarded } = poolOf();
  const cancel = new AbortController();
  const ordered = pool.order(() => boot('special'), cancel.signal);
  cancel.abort(new Error('enough'));
  await expect(ordered).rejects.toThrow('enough');
  const item = boots[0]?.finish();
  await settled();
  expect(discarded).toEqual([item]);
});

test('the budget limits warm items, not requests', async () => {
  const { pool, boots, demand } = poolOf({ budgetMb: 25, concurrency: 10 });
  for (const key of ['a', 'b', 'c', 'd']) demand.expect(key);
  pool.refill();
  expect(boots).toHaveLength(2);
  void pool.take('a', patient);
  void pool.take('d', patient);
  expect(boots.map(({ key }) => key).toSorted()).toEqual(['a', 'c', 'd']);
});

test('a key with bursts of requests has more warm items, and fewer after a quiet time', async () => {
  const { pool, boots, demand, discarded, clock } = poolOf({ concurrency: 10 });
  for (let count = 0; count < 4; count++) void pool.take('python', patient);
  for (const boot of boots.splice(0)) boot.finish();
  await settled();
  for (const boot of boots.splice(0)) boot.finish();
  await settled();
  expect(pool.count()).toEqual({ ready: 4, booting: 0 });
  clock.now += 60_000;
  pool.refill();
  expect(pool.count().ready).toBe(2);
  clock.now += 60_000 * 29;
  pool.refill();
  expect(pool.count().ready).toBe(0);
  expect(discarded).toHaveLength(4);
  expect(demand.keys()).toEqual([]);
});

test('a warm item that exits is never used', async () => {
  const { pool, boots, demand, discarded } = poolOf();
  demand.expect('python');
  pool.refill();
  const item = boots[0]?.finish();
  await settled();
  item?.die();
  await settled();
  expect(discarded).toEqual([item]);
  expect(pool.isEmpty('python')).toBe(true);
});

test('a closed pool has no items and refuses requests', async () => {
  const { pool, boots, demand, discarded } = poolOf();
  demand.expect('python');
  pool.refill();
  const ready = boots[0]?.finish();
  await settled();
  const waiting = pool.take('bash', patient);
  pool.close(new Error('over'));
  await expect(waiting).rejects.toThrow('over');
  await expect(pool.take('python', patient)).rejects.toThrow('over');
  const late = boots[1]?.finish();
  await settled();
  expect(discarded).toEqual([ready, late]);
});

test('the items of a dropped key are discarded and not replaced', async () => {
  const { pool, boots, demand, discarded } = poolOf();
  demand.expect('python');
  pool.refill();
  const item = boots[0]?.finish();
  await settled();
  pool.drop('python');
  pool.refill();
  expect(discarded).toEqual([item]);
  expect(boots).toHaveLength(1);
});
