import { describe, expect, it } from 'vitest';
import { parseTime } from '../../../src-cli/input/parse-time.ts';

const now = Date.UTC(2026, 10, 28, 12);

describe('a time at the command line', () => {
  it.each([
    ['30m', '2026-11-28T11:30:00.000Z'],
    ['2h', '2026-11-28T10:00:00.000Z'],
    ['7d', '2026-11-21T12:00:00.000Z'],
    ['1w', '2026-11-21T12:00:00.000Z'],
    ['2026-11-28T10:00:00Z', '2026-11-28T10:00:00.000Z'],
    ['2026-11-28T10:00+02:00', '2026-11-28T08:00:00.000Z'],
  ])('%s', (text, time) => {
    expect(parseTime(text, now)).toBe(time);
  });

  it('is one of this machine without an offset, and a day begins at midnight', () => {
    expect(parseTime('2026-01-31')).toBe(new Date(2026, 0, 31).toISOString());
    expect(parseTime('2026-01-31 08:15')).toBe(new Date(2026, 0, 31, 8, 15).toISOString());
  });

  it.each(['', '2', 'yesterday', '2026', '2026-13-01', '2026-01-31T25:00', '999999w', '2h '])('is not %j', (text) => {
    expect(() => parseTime(text, now)).toThrow('Enter a time ago such as 30m, 2h or 7d, or a date');
  });
});
