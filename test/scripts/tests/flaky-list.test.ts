import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noteFlaky } from '../../../scripts/test/flaky-list.ts';
import { plant } from '../../house/checkout.ts';

const test = 'test/cli/commands/run/run.test.ts > a run holds';
const now = new Date('2026-11-27T12:00:00Z');

function checkout(date?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'flaky-'));
  plant(folder, { 'test/flaky.json': JSON.stringify(date === undefined ? [] : [{ test, date }]) });
  return folder;
}

it('adds a flaky test with its day', () => {
  const root = checkout();
  expect(noteFlaky(root, [test], { isCi: false, now })).toEqual([`FLAKY ${test}`]);
  expect(JSON.parse(readFileSync(join(root, 'test/flaky.json'), 'utf8'))).toEqual([{ test, date: '2026-11-27' }]);
});

it('says what to do with a test that was in the list within a month', () => {
  expect(noteFlaky(checkout('2026-11-02'), [test], { isCi: true, now })).toEqual([
    `FLAKY ${test} (also on 2026-11-02: fix its cause, or move it to the full tier with a reason)`,
  ]);
  expect(noteFlaky(checkout('2026-10-02'), [test], { isCi: true, now })).toEqual([`FLAKY ${test}`]);
});

it('changes nothing on CI, and without a flaky test', () => {
  const root = mkdtempSync(join(tmpdir(), 'flaky-'));
  plant(root, { 'test/a': '' });
  noteFlaky(root, [test], { isCi: true, now });
  noteFlaky(root, [], { isCi: false, now });
  expect(existsSync(join(root, 'test/flaky.json'))).toBe(false);
});
