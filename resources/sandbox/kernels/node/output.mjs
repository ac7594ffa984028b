import { Console } from 'node:console';
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import process from 'node:process';
import { describeValue } from './media.mjs';
import { InterruptedCellError } from './programs.mjs';
import { startTimeout } from './timers.mjs';
import { describeError } from './traceback.mjs';

const pollMs = 1;

/** Replaces the console: the inspector retains every value that Node's own console prints. */
export function defineConsole() {
  const own = new Console({ stdout: process.stdout, stderr: process.stderr });
  Object.assign(own, { Console });
  Object.defineProperty(globalThis, 'console', { value: own, writable: true, configurable: true, enumerable: false });
}

/**
 * Copies of standard output and standard error, which a cell can close, by their descriptors.
 * @type {Map<number, number>}
 */
const copies = new Map();

/** Lets later code print after code has ended, destroyed or closed standard output or standard error. */
export function keepOutput() {
  for (const stream of [process.stdout, process.stderr]) {
    // Node makes the stream usable again after its end, but has shut the pipe down.
    stream._final = (callback) => callback();
  }
  for (const descriptor of [1, 2]) {
    const copy = openAgain(descriptor);
    if (copy !== undefined) copies.set(descriptor, copy);
  }
}

/** Opens descriptors of output again that earlier code has closed. */
export function restoreOutput() {
  for (const [descriptor, copy] of copies) {
    try {
      if (!isOpen(descriptor)) reopen(descriptor, copy);
    } catch {
      // The copy is closed too.
    }
  }
}

/** @param {number} descriptor of a pipe */
function openAgain(descriptor) {
  try {
    return openSync(`/proc/self/fd/${descriptor}`, 'w');
  } catch {
    // Sockets cannot be opened again.
    return undefined;
  }
}

/** @param {number} descriptor */
function isOpen(descriptor) {
  try {
    fstatSync(descriptor);
    return true;
  } catch {
    return false;
  }
}

/**
 * Gives a copy the number of a closed descriptor: a file gets the lowest number that is free.
 * @param {number} descriptor
 * @param {number} copy
 */
function reopen(descriptor, copy) {
  const opened = [];
  while (!isOpen(descriptor)) opened.push(openSync(`/proc/self/fd/${copy}`, 'w'));
  for (const other of opened) if (other > 2) closeSync(other);
}

/** Prints errors of code that runs between cells and of promises that no code handles. The kernel lives on. */
export function reportStrayErrors() {
  const report = (error) =>
    error instanceof InterruptedCellError || print('stderr', describeError(error, describeValue).traceback);
  process.on('uncaughtException', report);
  process.on('unhandledRejection', report);
}

/**
 * Prints a line of the driver.
 * @param {'stdout' | 'stderr'} stream
 * @param {string} text
 */
export function print(stream, text) {
  try {
    process[stream].write(`${text}\n`);
  } catch {
    writeDirectly(stream === 'stdout' ? 1 : 2, text);
  }
}

/**
 * Calls the function when standard output and standard error have been written: at once if nothing waits.
 * @param {() => void} action
 */
export function afterOutput(action) {
  const isWaiting = [process.stdout, process.stderr].some((stream) => stream?.writableLength > 0 && !stream.destroyed);
  // A cell can replace the methods of the streams, so no callback of them is certain.
  if (isWaiting) startTimeout(afterOutput, pollMs, action);
  else action();
}

/** Writes past a stream that a cell has replaced or closed. */
function writeDirectly(descriptor, text) {
  try {
    writeSync(descriptor, `${text}\n`);
  } catch {
    // The stream is closed or full.
  }
}
