import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';

/** An interval of time with the counts of its runs; times in epoch ms. */
export interface RunBucket {
  from: number;
  to: number;
  good: number;
  bad: number;
}

const notOver = new Set<Execution['status']>(['queued', 'running']);
/** Minimum length of an interval; with few runs, the newest is in the last one. */
const shortestMs = 30_000;

/** Counts ended runs in `count` equal intervals from the oldest run to the newest. */
export function bucketRuns(executions: readonly Pick<Execution, 'status' | 'createdAt'>[], count: number): RunBucket[] {
  const over = executions.filter(({ status }) => !notOver.has(status));
  const times = over.map(({ createdAt }) => Date.parse(createdAt));
  if (times.length === 0) return [];
  const oldest = times.reduce((least, time) => Math.min(least, time));
  const newest = times.reduce((max, time) => Math.max(max, time));
  const step = Math.max(shortestMs, (newest - oldest + 1) / count);
  const first = newest + 1 - step * count;
  const buckets = Array.from({ length: count }, (_, index): RunBucket => {
    return { from: first + index * step, to: first + (index + 1) * step, good: 0, bad: 0 };
  });
  for (const [index, { status }] of over.entries()) {
    const bucket = buckets[Math.min(count - 1, Math.floor(((times[index] ?? first) - first) / step))];
    if (bucket !== undefined) bucket[status === 'succeeded' ? 'good' : 'bad'] += 1;
  }
  return buckets;
}
