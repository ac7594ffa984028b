import { describe, expect, it } from 'vitest';
import { bucketRuns } from '../../../../src-renderer/features/executions/history/run-buckets.ts';

const at = (ms: number) => new Date(ms).toISOString();

describe('runs over time', () => {
  it('are counted once each, good or bad, the newest in the last stretch', () => {
    const runs = [
      { status: 'failed' as const, createdAt: at(10_000_000) },
      { status: 'succeeded' as const, createdAt: at(5_000_000) },
      { status: 'cancelled' as const, createdAt: at(0) },
    ];
    const buckets = bucketRuns(runs, 10);
    expect(buckets).toHaveLength(10);
    expect(buckets.reduce((sum, { good, bad }) => sum + good * 100 + bad, 0)).toBe(102);
    expect(buckets.at(-1)).toMatchObject({ good: 0, bad: 1 });
    expect(buckets[0]).toMatchObject({ good: 0, bad: 1 });
  });

  it('are not there while none has ended', () => {
    expect(bucketRuns([{ status: 'running', createdAt: at(0) }], 10)).toEqual([]);
  });
});
