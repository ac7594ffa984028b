import type { Execution } from '../../../../src-shared/contracts/executions.contract.ts';

/** A stretch of time and how its runs went; times in epoch ms. */
export interface RunBucket {
  from: number;
  to: number;
  good: number;
  bad: number;
}

const notOver = new Set<Execution['status']>(['queued', 'running']);
/** With few runs the chart is as long as this many stretches of half a minute, the newest at its end. */
const shortestMs = 30_000;

/** Puts the runs that are over into `count` equal stretches from the oldest run to the newest. */
export function bucketRuns(executions: readonly Pick<Execution, 'status' | 'createdAt'>[], count: number): RunBucket[] {
  const over = executions.filter(({ status }) => !notOver.has(status));
  const times = over.map(({ createdAt }) => Date.parse(createdAt));
  if (times.length === 0) return [];
  const oldest = times.reduce((least, time) => Math.min(least, time));
  const newest = times.reduce((most, time) => Math.max(most, time));
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
