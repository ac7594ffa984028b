/** Reports of the test files of a run about themselves, as JSON lines in the folder of the run. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { findingsFile, recordFile } from './run-folder.ts';

/** Folder and instances of one test file, for the check at the end of a run of `npm test` (leftovers.ts). */
export interface TestFileRecord {
  /** Absolute path of the test file. */
  testPath: string;
  /** Its temporary folder. */
  folder: string;
  /** The instances that it made at the engine. */
  instances: string[];
  /** True if it started a process, a thread or a connection. */
  isStarting?: boolean;
}

/** A fault that a test file saw apart from its assertions, such as a daemon that ended on its own. */
export interface Finding {
  /** Path of the test file below the checkout, with slashes. */
  file: string;
  text: string;
}

/** Records the folder and instances of a test file. */
export function recordInRun(runFolder: string, record: TestFileRecord): void {
  appendFileSync(join(runFolder, recordFile), `${JSON.stringify(record)}\n`);
}

/** Records a fault. A file with one is not run again if it fails. */
export function recordFinding(runFolder: string, finding: { testPath: string; text: string }): void {
  appendFileSync(join(runFolder, findingsFile), `${JSON.stringify(finding)}\n`);
}

/**
 * @param root of the paths in `file`
 */
export function readRecords(runFolder: string, root = '/'): (TestFileRecord & { file: string })[] {
  return readLines<TestFileRecord>(join(runFolder, recordFile)).map((record) => ({
    ...record,
    file: below(root, record.testPath),
  }));
}

/** @param root of the paths in `file` */
export function readFindings(runFolder: string, root: string): Finding[] {
  const lines = readLines<{ testPath: string; text: string }>(join(runFolder, findingsFile));
  return lines.map(({ testPath, text }) => ({ file: below(root, testPath), text }));
}

function below(root: string, path: string): string {
  return relative(root, path).split(sep).join('/');
}

function readLines<Line>(path: string): Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line);
}
