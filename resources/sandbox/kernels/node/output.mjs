import { Console } from 'node:console';
import { writeSync } from 'node:fs';
import process from 'node:process';
import { describeValue } from './media.mjs';
import { startTimeout } from './timers.mjs';
import { describeError } from './traceback.mjs';

const pollMs = 1;

/** Replaces the console: the inspector retains every value that Node's own console prints. */
export function defineConsole() {
  const own = new Console({ stdout: process.stdout, stderr: process.stderr });
  Object.assign(own, { Console });
  Object.defineProperty(globalThis, 'console', { value: own, writable: true, configurable: true, enumerable: false });
}

/** Prints errors of code that runs between cells and of promises that no code handles. The kernel lives on. */
export function reportStrayErrors() {
  const report = (error) => print('stderr', describeError(error, describeValue).traceback);
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
