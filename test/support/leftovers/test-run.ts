import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { recordFile, runFolderPrefix } from '../../../scripts/test/test-run.ts';

/** What one test file made, for the check at the end of a run of `npm test` (`leftovers.ts`). */
export interface TestFileRecord {
  /** Absolute path of the test file. */
  testPath: string;
  /** Its temporary folder. */
  folder: string;
  /** The instances that it made at the engine. */
  instances: string[];
}

/** What a run left behind. */
export interface Leftover {
  /** For a person: what it is, and which test file made it. */
  description: string;
  remove(): Promise<unknown>;
}

/** Records what a test file made, unless vitest was started without `npm test`: then no check follows. */
export function recordInRun(runFolder: string, record: TestFileRecord): void {
  if (basename(runFolder).startsWith(runFolderPrefix))
    appendFileSync(join(runFolder, recordFile), `${JSON.stringify(record)}\n`);
}

export function readRecords(runFolder: string): TestFileRecord[] {
  const path = join(runFolder, recordFile);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): TestFileRecord => JSON.parse(line));
}
