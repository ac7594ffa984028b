/** The temporary folder of a test run: all that its tests write to `tmpdir()` is in it. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { isAlive } from '../../src-shared-node/is-alive.mjs';

/** Start of the name of a run's temporary folder. */
export const runFolderPrefix = 'strongroom-test-';
/** The output of vitest's JSON reporter, in that folder. */
export const reportFile = 'report.json';
/** In that folder: a JSON line for each test file (`TestFileRecord` of run-records.ts). */
export const recordFile = 'test-files.jsonl';
/** In that folder: a JSON line for each fault (`Finding` of run-records.ts). */
export const findingsFile = 'findings.jsonl';
/** In that folder: the process that removes it (`identityOf`). */
export const ownerFile = 'owner';
/** In that folder: an engine that a canary has proved on each line. */
export const provenFile = 'proven-engines';
/** The files of the run itself. */
export const filesOfRun: readonly string[] = [reportFile, recordFile, findingsFile, ownerFile, provenFile];

/** Creates the folder of a run that this process removes. */
export function makeRunFolder(base = temporaryFolder()): string {
  const folder = mkdtempSync(join(base, runFolderPrefix));
  // Some tests read their files as another user.
  chmodSync(folder, 0o711);
  writeFileSync(join(folder, ownerFile), `${identityOf(process.pid)}\n`);
  return folder;
}

/** Variables that make the folder of a run the `tmpdir()` of a program. */
export function variablesOf(runFolder: string) {
  return { STRONGROOM_TEST_RUN: runFolder, TMPDIR: runFolder, TEMP: runFolder, TMP: runFolder };
}

/**
 * Identifies a process: its namespace, its id and the time of its start in ticks of the kernel. A number alone can belong to
 * another process later, or to one of another container that shares the folder. Outside of Linux it is the id alone.
 */
export function identityOf(pid: number): string {
  if (process.platform !== 'linux') return String(pid);
  try {
    // The name of the program is in parentheses and can contain spaces; the start is the 20th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return `${readlinkSync('/proc/self/ns/pid')} ${pid} ${fields[19] ?? ''}`;
  } catch {
    return '';
  }
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

/** A folder without the file is of a run that begins at this moment. A process of another namespace is not visible here. */
function hasEnded(owner: string): boolean {
  if (!existsSync(owner)) return false;
  const identity = readFileSync(owner, 'utf8').trim();
  if (process.platform !== 'linux') return !isAlive(Number(identity));
  const [namespace = '', pid = ''] = identity.split(' ');
  return namespace === readlinkSync('/proc/self/ns/pid') && identityOf(Number(pid)) !== identity;
}

/** The path of a Unix socket has at most 103 bytes on macOS, of which the user's temporary folder takes 49. */
function temporaryFolder(): string {
  return process.platform === 'darwin' ? '/tmp' : tmpdir();
}
