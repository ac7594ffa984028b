import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { recordFile } from '../../../scripts/test/run-folder.ts';

/** Folder and instances of one test file, for the check at the end of a run of `npm test` (`leftovers.ts`). */
export interface TestFileRecord {
  /** Absolute path of the test file. */
  testPath: string;
  /** Its temporary folder. */
  folder: string;
  /** The instances that it made at the engine. */
  instances: string[];
}

/** A process, file or Docker object that a run left behind. */
export interface Leftover {
  /** Kind and name, with the test file that made it. */
  description: string;
  remove(): Promise<unknown>;
}

/** Records the folder and instances of a test file. */
export function recordInRun(runFolder: string, record: TestFileRecord): void {
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
