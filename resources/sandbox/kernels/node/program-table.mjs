import { readdirSync, readFileSync } from 'node:fs';

/** A sandbox has at most this many processes. */
const slots = 256;
/** Programs that ignore SIGINT are killed after this time, before the daemon ends a kernel that does not react. */
const graceMs = 500;
const mostPrograms = 512;

/**
 * The programs that the main thread has started, which the thread of the inbox reads while that is busy. Those that run in
 * the background belong to cell 0.
 * @typedef {ReturnType<typeof tableIn>} ProgramTable
 */

/**
 * A process with the time of its start, which a later process of the same number does not have.
 * @typedef {{ pid: number, start: string | undefined }} Program
 */

export function createTableBuffer() {
  return new SharedArrayBuffer(2 * slots * Int32Array.BYTES_PER_ELEMENT);
}

/** @param {SharedArrayBuffer} buffer as of `createTableBuffer` */
export function tableIn(buffer) {
  const pids = new Int32Array(buffer, 0, slots);
  const cells = new Int32Array(buffer, slots * Int32Array.BYTES_PER_ELEMENT);
  return { set, remove, cellOf };

  /**
   * @param {number} pid
   * @param {number} cell
   */
  function set(pid, cell) {
    const known = pids.indexOf(pid);
    const slot = known < 0 ? pids.indexOf(0) : known;
    if (slot < 0) return;
    Atomics.store(cells, slot, cell);
    Atomics.store(pids, slot, pid);
  }

  /** @param {number} pid */
  function remove(pid) {
    const slot = pids.indexOf(pid);
    if (slot >= 0) Atomics.store(pids, slot, 0);
  }

  /**
   * Returns the cell of a program; undefined for one that the main thread waits for in a function such as `execSync`.
   * @param {number} pid
   */
  function cellOf(pid) {
    const slot = pids.indexOf(pid);
    return slot < 0 ? undefined : cells[slot];
  }
}

/**
 * Returns the programs of a cell with all that they have started. Those of other cells and of the background are not among
 * them.
 * @param {ProgramTable} table
 * @param {number} cell
 * @returns {Program[]}
 */
export function programsOf(table, cell) {
  const own = childrenOf(process.pid, String(process.pid)).filter((pid) =>
    [cell, undefined].includes(table.cellOf(pid)),
  );
  return withDescendants(own).map((pid) => ({ pid, start: startOf(pid) }));
}

/**
 * Sends SIGINT to programs, as Ctrl+C in a terminal does.
 * @param {readonly Program[]} programs
 */
export function interruptPrograms(programs) {
  for (const { pid } of programs) signal(pid, 'SIGINT');
}

/**
 * Kills programs that still run after a time, with all that they have started.
 * @param {readonly Program[]} programs
 */
export function killLater(programs) {
  if (programs.length === 0) return;
  setTimeout(() => {
    const left = programs.filter(({ pid, start }) => start !== undefined && startOf(pid) === start);
    for (const pid of withDescendants(left.map(({ pid }) => pid))) signal(pid, 'SIGKILL');
  }, graceMs).unref();
}

/** @param {readonly number[]} pids */
function withDescendants(pids) {
  const found = [...new Set(pids)];
  for (let index = 0; index < found.length && found.length < mostPrograms; index += 1) {
    found.push(...threadsOf(found[index]).flatMap((thread) => childrenOf(found[index], thread)));
  }
  return found;
}

/** @param {number} pid */
function threadsOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/**
 * Returns the children that a thread of a process has started.
 * @param {number} pid
 * @param {string} thread
 */
function childrenOf(pid, thread) {
  try {
    const text = readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1');
    return text
      .split(' ')
      .filter((part) => part !== '')
      .map(Number);
  } catch {
    return [];
  }
}

/**
 * Returns the time of the start of a process; undefined if it has exited.
 * @param {number} pid
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program, in parentheses, can contain anything.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : fields[18];
  } catch {
    return undefined;
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // The program has exited.
  }
}
