import { Worker } from 'node:worker_threads';
import { createTableBuffer, tableIn } from './program-table.mjs';
import { createProgressBuffer, progressIn } from './progress.mjs';

/**
 * An operation of the daemon, or an interrupt as the thread of the inbox reports it.
 * @typedef {object} Operation
 * @property {'run' | 'complete' | 'inspect' | 'interrupt'} operation
 * @property {number} sequence the number of the operation; for `interrupt`: the number of the ping
 * @property {number} id
 * @property {string} payload
 * @property {number} cell the number of the cell to run or to interrupt, from 1
 */

/**
 * Starts the thread that reads descriptor 3. It also interrupts this thread while a cell keeps it busy.
 * @returns an inbox: `booted` resolves when the thread waits, and `open` lets it read and calls the listener with each
 *   operation
 */
export function startInbox() {
  const buffer = createProgressBuffer();
  const programs = createTableBuffer();
  // The environment of the kernel can change before it is used, and the thread needs none.
  const worker = new Worker(new URL('./inbox-thread.mjs', import.meta.url), {
    workerData: { buffer, programs },
    execArgv: [],
    argv: [],
    env: {},
    trackUnmanagedFds: false,
  });
  const booted = new Promise((resolve) => worker.once('message', resolve));
  return {
    booted,
    progress: progressIn(buffer),
    /** @param {(operation: Operation) => void} listener */
    open(listener) {
      booted.then(() => worker.on('message', listener));
      worker.postMessage({});
    },
    programs: tableIn(programs),
    /**
     * Kills programs later, also while this thread is busy.
     * @param {readonly import('./program-table.mjs').Program[]} ended
     */
    killLater(ended) {
      worker.postMessage({ ended });
    },
  };
}
