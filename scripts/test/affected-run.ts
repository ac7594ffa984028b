/** Runs suites of the full tier that a change affects, within the time that a check of the change may take. */
import { readDurations } from './durations.ts';
import type { TestResult } from './second-look.ts';

/** For all of them. What does not fit is listed as NOT RUN. */
const limitMs = 6 * 60_000;
/** A batch is large enough that starting vitest does not count. */
const batchMs = 60_000;
/** Two workers run a batch, and the machine may be slower than the one that measured. */
const speed = 1.5;
/** A file of which no duration is known. */
const unknownMs = 30_000;

interface AffectedRun {
  run: (files: readonly string[]) => Promise<TestResult>;
  report: (message: string) => void;
  now?: () => number;
}

/** Runs the shortest files first, in batches, until the next batch would not end within the limit. */
export async function runAffected(
  root: string,
  files: readonly string[],
  { run, report, now = Date.now }: AffectedRun,
): Promise<TestResult> {
  const durations = readDurations(root);
  const durationOf = (file: string) => durations[file] ?? unknownMs;
  const waiting = files.toSorted((a, b) => durationOf(a) - durationOf(b));
  const result: TestResult = { suites: [], failures: [] };
  const startedAt = now();
  /** Measured against expected time; above 1 on a machine that is slower than the one of durations.json. */
  let slowness = 1;
  while (waiting.length > 0) {
    const batch = nextBatch(waiting, durationOf);
    const expectedMs = sumOf(batch, durationOf) / speed;
    if (now() - startedAt + expectedMs * slowness > limitMs) break;
    const batchStartedAt = now();
    const { suites, failures } = await run(waiting.splice(0, batch.length));
    slowness = Math.max(1, (now() - batchStartedAt) / expectedMs);
    result.suites.push(...suites);
    result.failures.push(...failures);
  }
  for (const file of waiting) report(`NOT RUN ${file} (npm run test:full -- ${file})`);
  return result;
}

function nextBatch(waiting: readonly string[], durationOf: (file: string) => number): string[] {
  const batch: string[] = [];
  for (const file of waiting) {
    if (batch.length > 0 && sumOf([...batch, file], durationOf) > batchMs) break;
    batch.push(file);
  }
  return batch;
}

function sumOf(files: readonly string[], durationOf: (file: string) => number): number {
  return files.reduce((sum, file) => sum + durationOf(file), 0);
}
