import { Buffer } from 'node:buffer';
import { writeSync } from 'node:fs';

const control = 3;
/** KERNELS.md, "Messages". */
const messageLimitBytes = 16 * 1024 * 1024;
const retryMs = 1;

const sleeper = new Int32Array(new SharedArrayBuffer(4));
/**
 * Messages that have not been written. An interrupt can end the code that writes; the next message continues there.
 * @type {Buffer[]}
 */
const unsent = [];
/** The number of bytes of the first message that have been written. */
let written = 0;

/**
 * Sends a message. Data above the limit is replaced by a text that says so.
 * @param {Record<string, unknown>} message
 */
export function send(message) {
  unsent.push(encode(message));
  writeUnsent();
}

/**
 * Queues messages: all of them or, if an interrupt ends the call, none.
 * @param {readonly Record<string, unknown>[]} messages
 */
export function queue(messages) {
  const bytes = Buffer.concat(messages.map(encode));
  unsent.push(bytes);
}

/** @param {Record<string, unknown>} message */
function encode(message) {
  const bytes = toBytes(message);
  return bytes.length <= messageLimitBytes ? bytes : toBytes({ ...message, ...replacement(bytes.length) });
}

function toBytes(message) {
  return Buffer.from(`${JSON.stringify(message)}\0`);
}

/** @param {number} length in bytes */
function replacement(length) {
  const size = `${(length / 1024 / 1024).toFixed(1)} MiB`;
  return { data: { 'text/plain': `[Output of ${size} is not shown. The limit is 16 MiB.]` } };
}

/** Writes all messages that are queued. */
export function writeUnsent() {
  while (unsent.length > 0) {
    written += writeSome(unsent[0], written);
    if (written < unsent[0].length) continue;
    unsent.shift();
    written = 0;
  }
}

/**
 * Returns the number of bytes that were written.
 * @param {Buffer} bytes
 * @param {number} start
 */
function writeSome(bytes, start) {
  try {
    return writeSync(control, bytes, start);
  } catch (error) {
    // The thread that reads has made the socket non-blocking.
    if (error.code !== 'EAGAIN') throw error;
    Atomics.wait(sleeper, 0, 0, retryMs);
    return 0;
  }
}
