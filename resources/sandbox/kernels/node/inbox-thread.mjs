// Reads operations from descriptor 3, passes them to the main thread, and interrupts the cell in progress.
import { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { createInterrupts } from './interrupts.mjs';
import { interruptPrograms, killLater, programsOf, tableIn } from './program-table.mjs';
import { progressIn } from './progress.mjs';

const progress = progressIn(workerData.buffer);
const programs = tableIn(workerData.programs);
const post = (message) => parentPort.postMessage(message);
const interrupts = createInterrupts({ progress, post, repeatLost, endPrograms });
/**
 * Operations that the main thread may not have received.
 * @type {import('./inbox.mjs').Operation[]}
 */
let sent = [];
let lastSequence = 0;
let lastCell = 0;

parentPort.on('message', ({ ended }) => {
  if (ended !== undefined) {
    killLater(ended);
    return;
  }
  const socket = new Socket({ fd: 3, readable: true, writable: false });
  socket.on(
    'data',
    createFieldReader(([operation, id, payload]) => receive(operation, Number(id), payload)),
  );
  // The main thread can be busy, so it cannot be asked to exit.
  socket.on('close', () => process.kill(process.pid, 'SIGKILL'));
  socket.on('error', () => process.kill(process.pid, 'SIGKILL'));
});
parentPort.postMessage('booted');

/**
 * @param {string} operation
 * @param {number} id
 * @param {string} payload
 */
function receive(operation, id, payload) {
  if (operation === 'interrupt') {
    // Without a cell in progress there is nothing to interrupt.
    const cell = progress.finishedCell + 1;
    if (cell <= lastCell) interrupts.interrupt(cell);
    return;
  }
  if (operation === 'run') lastCell += 1;
  lastSequence += 1;
  const message = { operation, id, payload, cell: lastCell, sequence: lastSequence };
  sent = [...sent.filter(isLost), message];
  parentPort.postMessage(message);
}

/** An interrupt can end the function that receives an operation. Repeats those; the main thread ignores what it has. */
function repeatLost() {
  for (const message of sent.filter(isLost)) parentPort.postMessage(message);
}

/** @param {number} cell */
function endPrograms(cell) {
  const found = programsOf(programs, cell);
  interruptPrograms(found);
  killLater(found);
}

function isLost({ sequence }) {
  return sequence > progress.receivedOperation;
}

/**
 * Returns a function that receives chunks and reports each group of three fields that end with NUL.
 * @param {(fields: string[]) => void} onMessage
 * @returns {(chunk: Buffer) => void}
 */
function createFieldReader(onMessage) {
  /** @type {Buffer[]} */
  let parts = [];
  /** @type {string[]} */
  let fields = [];
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      parts.push(chunk.subarray(start, end));
      fields.push(Buffer.concat(parts).toString('utf8'));
      parts = [];
      start = end + 1;
      if (fields.length < 3) continue;
      onMessage(fields);
      fields = [];
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  };
}
