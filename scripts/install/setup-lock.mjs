// A lock of the set-up of a checkout: two starts, or a start and a test run, would install and build over each other.
// Each holder creates a file with the next number, which names its process. Numbers only increase and a hard link creates
// each file once, so the file of a holder that was killed never has to be removed.
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '../../src-shared-node/is-alive.mjs';

const retryMs = 200;

/**
 * Waits until no other process sets up this checkout.
 * @param {string} root the checkout
 * @param {(message: string) => void} onProgress called once if another process holds the lock
 * @returns {Promise<() => void>} releases the lock; so does the exit of this process
 */
export async function acquireSetupLock(root, onProgress) {
  const folder = join(root, '.cache/setup');
  mkdirSync(folder, { recursive: true });
  let isReported = false;
  for (;;) {
    const last = lastNumber(folder);
    const holder = last === 0 ? undefined : readHolder(join(folder, String(last)));
    if (holder === undefined) {
      if (createLockFile(folder, last + 1)) return () => release(folder, last + 1);
      continue;
    }
    if (!isReported) onProgress(`process ${holder} is setting up this folder; waiting for it`);
    isReported = true;
    await sleep(retryMs);
  }
}

/** @param {string} folder */
function lastNumber(folder) {
  const numbers = readdirSync(folder).map(Number);
  return Math.max(0, ...numbers.filter(Number.isSafeInteger));
}

/**
 * @param {string} folder
 * @param {number} number
 * @returns {boolean} false if another process has acquired the lock
 */
function createLockFile(folder, number) {
  const draft = join(folder, `note-${process.pid}`);
  writeFileSync(draft, `${process.pid} ${startTimeOf(process.pid)}`);
  try {
    // A link makes the name and the content visible at the same time.
    linkSync(draft, join(folder, String(number)));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  if (lastNumber(folder) === number) {
    removeFilesBefore(folder, number);
    return true;
  }
  // The number was free because its file had been removed: the lock has a later number.
  rmSync(join(folder, String(number)), { force: true });
  return false;
}

/**
 * @param {string} folder
 * @param {number} number
 */
function removeFilesBefore(folder, number) {
  for (const name of readdirSync(folder)) if (Number(name) < number) rmSync(join(folder, name), { force: true });
}

/**
 * Empties the file but keeps it, so that its number is not used again.
 * @param {string} folder
 * @param {number} number
 */
function release(folder, number) {
  writeFileSync(join(folder, String(number)), '');
}

/**
 * @param {string} path of a lock file
 * @returns {number | undefined} the id of a running process, or undefined if the lock is free
 */
function readHolder(path) {
  const [pid = '', startTime] = readIfPresent(path).split(' ');
  return pid !== '' && isAlive(Number(pid)) && startTimeOf(Number(pid)) === startTime ? Number(pid) : undefined;
}

/**
 * Returns the start time of a process in the kernel's ticks since boot, because another process may get the same id.
 * Empty if the system does not provide it (proc_pid_stat(5)).
 * @param {number} pid
 */
function startTimeOf(pid) {
  const stat = readIfPresent(`/proc/${pid}/stat`);
  // The name, in parentheses, may contain any character. The start time is the 22nd field, the 20th after the name.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** @param {string} path */
function readIfPresent(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
