/** The durations of the test files as they were last recorded: `test/durations.json`, in tenths of a second. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Suite } from './test-report.ts';

const durationsFile = 'test/durations.json';

/** Returns the duration of each known test file in ms, by its path below the checkout. */
export function readDurations(root: string): Record<string, number> {
  const path = join(root, durationsFile);
  if (!existsSync(path)) return {};
  const tenths: Record<string, number> = JSON.parse(readFileSync(path, 'utf8'));
  return Object.fromEntries(Object.entries(tenths).map(([file, value]) => [file, value * 100]));
}

/** Replaces the durations of the files that ran, and removes those of files that no longer exist. */
export function recordDurations(root: string, suites: readonly Suite[]): void {
  const ran = suites.map(({ file, durationMs }) => [file, durationMs] as const);
  const all = { ...readDurations(root), ...Object.fromEntries(ran) };
  const rows = Object.entries(all)
    .filter(([file]) => existsSync(join(root, file)))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, ms]) => [file, Math.round(ms / 100)]);
  writeFileSync(join(root, durationsFile), `${JSON.stringify(Object.fromEntries(rows), undefined, 2)}\n`);
}
