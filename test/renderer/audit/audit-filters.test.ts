import { expect, test } from 'vitest';
import { noFilter, toFilters } from '../../../src-renderer/features/audit/audit-filter-bar.tsx';

test('a day that is no date bounds nothing, and breaks nothing', () => {
  for (const day of ['', '20260-01-01', '0000-00-00', 'x'])
    expect(toFilters({ ...noFilter, fromDay: day, toDay: day })).toMatchObject({ from: '', to: '' });
});

test('a day is the whole of it', () => {
  const { from, to } = toFilters({ ...noFilter, fromDay: '2026-01-31', toDay: '2026-01-31' });
  expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBe(86_399_999);
});
