/** The list of tests that failed once and passed when they ran again: `test/flaky.json`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface FlakyTest {
  /** `file > test`. */
  test: string;
  /** The day, as `2026-11-27`. */
  date: string;
}

interface FlakyOptions {
  isCi: boolean;
  now?: Date;
}

const listFile = 'test/flaky.json';
/** A test that is in the list twice within this time is fixed, or moved to the full tier with a reason. */
const againWithinDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Adds tests to the list, except on CI, where the checkout is removed afterwards.
 * @returns a line for each of them
 */
export function noteFlaky(root: string, tests: readonly string[], { isCi, now = new Date() }: FlakyOptions): string[] {
  if (tests.length === 0) return [];
  const path = join(root, listFile);
  const known: FlakyTest[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  const added = tests.map((test) => ({ test, date: now.toISOString().slice(0, 10) }));
  if (!isCi) writeFileSync(path, `${JSON.stringify([...known, ...added], undefined, 2)}\n`);
  return tests.map((test) => {
    const earlier = known.findLast((one) => one.test === test && isRecent(one.date, now));
    if (earlier === undefined) return `FLAKY ${test}`;
    return `FLAKY ${test} (also on ${earlier.date}: fix its cause, or move it to the full tier with a reason)`;
  });
}

function isRecent(date: string, now: Date): boolean {
  return now.getTime() - Date.parse(date) < againWithinDays * dayMs;
}
