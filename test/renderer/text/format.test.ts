import { describe, expect, it } from 'vitest';
import { formatAgo, formatBytes, formatDuration, formatNumber } from '../../../src-renderer/ui/text/format.ts';

describe('a size', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1024 * 1024 - 1, '1 MB'],
    [1024 * 1024, '1 MB'],
    [1024 ** 3 - 1, '1 GB'],
    [5.25 * 1024 ** 3, '5.3 GB'],
  ])('of %i bytes is %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });
});

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [84.6, '85 ms'],
    [999.6, '1 s'],
    [2400, '2.4 s'],
    [59_940, '59.9 s'],
    [59_960, '1 min 0 s'],
    [60_000, '1 min 0 s'],
    [119_700, '2 min 0 s'],
    [200_000, '3 min 20 s'],
  ])('of %i ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('a point in time', () => {
  const now = Date.UTC(2026, 0, 31, 12);
  const ago = (seconds: number) => formatAgo(new Date(now - seconds * 1000).toISOString(), now);

  it.each([
    [0, 'just now'],
    [44, 'just now'],
    [45, '1 minute ago'],
    [180, '3 minutes ago'],
    [3599, '1 hour ago'],
    [2 * 3600, '2 hours ago'],
    [86_399, 'yesterday'],
    [3 * 86_400, '3 days ago'],
    [-300, 'in 5 minutes'],
  ])('%i seconds ago is %s', (seconds, text) => {
    expect(ago(seconds)).toBe(text);
  });

  it('is a day after a week, because lists have no space for more', () => {
    expect(ago(8 * 86_400)).toBe('23 Jan 2026');
  });
});

it('a number has groups of three digits and one decimal', () => {
  expect(formatNumber(1_234_567.89)).toBe('1,234,567.9');
});
