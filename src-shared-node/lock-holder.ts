import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import { isAlive } from './is-alive.mjs';

const lsofLimitMs = 2000;

/**
 * Returns the pid of the process that has locked a file with fcntl(2), as SQLite does; undefined if it cannot be
 * determined.
 * @param likelyPid a pid from a file, which can be that of an ended process: it is checked like every other
 */
export function findLockHolder(path: string, likelyPid?: number): number | undefined {
  if (process.platform === 'linux') return findInProc(path, likelyPid);
  if (process.platform !== 'win32') return findByLsof(path, likelyPid);
  return likelyPid !== undefined && isAlive(likelyPid) ? likelyPid : undefined;
}

/** An inode number is unique within one file system only, so the process must also have the file open. */
function findInProc(path: string, likelyPid: number | undefined): number | undefined {
  const [file] = orEmpty(() => [realpathSync(path)]);
  if (file === undefined) return undefined;
  const candidates = [...findLockers(file), ...(likelyPid === undefined ? [] : [likelyPid])];
  return candidates.find((pid) => hasOpen(pid, file));
}

/** Reads proc_locks(5): "1: POSIX  ADVISORY  WRITE 3848 fe:00:2146380 1073741824 1073742335". */
function findLockers(file: string): number[] {
  const inode = String(statSync(file, { bigint: true }).ino);
  return orEmpty(() => readFileSync('/proc/locks', 'utf8').split('\n'))
    .map((line) => line.trim().split(/ +/))
    .filter(([, kind, , , , position]) => kind === 'POSIX' && position?.split(':')[2] === inode)
    .map((columns) => Number(columns[4]));
}

function hasOpen(pid: number, file: string): boolean {
  const folder = `/proc/${pid}/fd`;
  return orEmpty(() => readdirSync(folder)).some((name) =>
    orEmpty(() => [readlinkSync(`${folder}/${name}`)]).includes(file),
  );
}

/** lsof(8), -F: one line `pPID` for each process that has the file open. This process is not one of them. */
function findByLsof(path: string, likelyPid: number | undefined): number | undefined {
  const { stdout } = spawnSync('lsof', ['-Fp', '--', path], { encoding: 'utf8', timeout: lsofLimitMs });
  const pids = (stdout ?? '').split('\n').flatMap((line) => (/^p\d{1,10}$/.test(line) ? [Number(line.slice(1))] : []));
  const others = pids.filter((pid) => pid !== process.pid);
  return others.find((pid) => pid === likelyPid) ?? others[0];
}

/** Returns an empty list if the read fails: a process may exit, or belong to another user. */
function orEmpty<T>(read: () => T[]): T[] {
  try {
    return read();
  } catch {
    return [];
  }
}
