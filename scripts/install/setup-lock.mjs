// One at a time sets up a checkout: two starts, or a start and a test run, would install and build over each other.
// A turn is a numbered file that names its holder; numbers only grow, and each is given out once, by a link, so that no
// lock of a process that was killed has to be taken away from anybody.
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const askAgainMs = 200;

/**
 * Waits until nobody else sets this checkout up.
 * @param {string} root the checkout
 * @param {(words: string) => void} say told once, when there is somebody to wait for
 * @returns {Promise<() => void>} ends the turn; so does the end of this process
 */
export async function takeTurn(root, say) {
  const folder = join(root, '.cache/setup');
  mkdirSync(folder, { recursive: true });
  let isTold = false;
  for (;;) {
    const last = lastTurn(folder);
    const holder = last === 0 ? undefined : livingHolder(join(folder, String(last)));
    if (holder === undefined) {
      if (take(folder, last + 1)) return () => end(folder, last + 1);
      continue;
    }
    if (!isTold) say(`process ${holder} is setting this folder up; waiting for it`);
    isTold = true;
    await sleep(askAgainMs);
  }
}

/** @param {string} folder */
function lastTurn(folder) {
  const numbers = readdirSync(folder).map(Number);
  return Math.max(0, ...numbers.filter(Number.isSafeInteger));
}

/**
 * @param {string} folder
 * @param {number} turn
 * @returns {boolean} false when another was faster
 */
function take(folder, turn) {
  const note = join(folder, `note-${process.pid}`);
  writeFileSync(note, `${process.pid} ${birthOf(process.pid)}`);
  try {
    // The name and what it says appear at once.
    linkSync(note, join(folder, String(turn)));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(note, { force: true });
  }
  if (lastTurn(folder) === turn) return forget(folder, turn);
  // The number was free because it had been forgotten: a later turn is under way.
  rmSync(join(folder, String(turn)), { force: true });
  return false;
}

/**
 * @param {string} folder
 * @param {number} turn under way: the ones before it are over
 */
function forget(folder, turn) {
  for (const name of readdirSync(folder)) if (Number(name) < turn) rmSync(join(folder, name), { force: true });
  return true;
}

/**
 * The file stays, so that its number is not given out again.
 * @param {string} folder
 * @param {number} turn
 */
function end(folder, turn) {
  writeFileSync(join(folder, String(turn)), '');
}

/**
 * @param {string} path of a turn
 * @returns {number | undefined} the process id; undefined when the turn is over
 */
function livingHolder(path) {
  const [pid = '', birth] = readIfAny(path).split(' ');
  return pid !== '' && isAlive(Number(pid)) && birthOf(Number(pid)) === birth ? Number(pid) : undefined;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * When a process started, in the kernel's ticks since it booted: a number can be given to another process. Empty where
 * the system does not tell.
 * @param {number} pid
 */
function birthOf(pid) {
  const stat = readIfAny(`/proc/${pid}/stat`);
  // The name, in parentheses, may hold anything; the start is the 22nd field, the 20th after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** @param {string} path */
function readIfAny(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
