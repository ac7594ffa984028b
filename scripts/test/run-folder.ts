/** The temporary folder of a test run: all that its tests write to `tmpdir()` is in it. */
import { chmodSync, existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isAlive } from '../../src-shared-node/is-alive.mjs';

/** Start of the name of a run's temporary folder. */
export const runFolderPrefix = 'strongroom-test-';
/** The output of vitest's JSON reporter, in that folder. */
export const reportFile = 'report.json';
/** In that folder: a JSON line for each test file (`TestFileRecord` of test/support/leftovers/test-run.ts). */
export const recordFile = 'test-files.jsonl';
/** In that folder: the id of the process that removes it. */
export const ownerFile = 'owner';

/** Creates the folder of a run that this process removes. */
export function makeRunFolder(base = temporaryFolder()): string {
  const folder = mkdtempSync(join(base, runFolderPrefix));
  // Some tests read their files as another user.
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, ownerFile), `${process.pid}\n`);
  return folder;
}

/** Variables that make the folder of a run the `tmpdir()` of a program. */
export function variablesOf(runFolder: string) {
  return { TMPDIR: runFolder, TEMP: runFolder, TMP: runFolder };
}

export function isRunFolder(path: string): boolean {
  return basename(path).startsWith(runFolderPrefix);
}

/** Lists the folders of runs that were killed before they removed theirs. */
export function listAbandonedRuns(base = temporaryFolder()): string[] {
  const folders = readdirSync(base).filter(isRunFolder);
  return folders.map((name) => join(base, name)).filter((path) => isOwn(path) && hasEnded(join(path, ownerFile)));
}

/** All users of a machine may share the base. */
function isOwn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && (process.getuid === undefined || found.uid === process.getuid());
}

/** A folder without the file is of a run that begins at this moment. */
function hasEnded(owner: string): boolean {
  return existsSync(owner) && !isAlive(Number(readFileSync(owner, 'utf8')));
}

/** The path of a Unix socket has at most 103 bytes on macOS, of which the user's temporary folder takes 49. */
function temporaryFolder(): string {
  return process.platform === 'darwin' ? '/tmp' : tmpdir();
}
