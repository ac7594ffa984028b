// Reads the job from the daemon and writes frames to it. Both pipes are blocking: a child has nothing else to do, and a
// program that writes much output waits for its reader, as with any pipe.
import { readSync, writeSync } from 'node:fs';
import { encodeFrameHead } from './protocol.mjs';

/** @typedef {import('./protocol.mjs').JobHeader} JobHeader */

/**
 * @typedef {Omit<JobHeader, 'paths' | 'sizes'> & { files: { path: string, content: Uint8Array }[], stdin: Uint8Array }}
 * Job
 */

const input = 0;
const output = 1;

/** Waits for the job. Exits if the daemon closes the pipe. @returns {Job} */
export function readJob() {
  const length = Buffer.from(readExactly(4)).readUInt32BE();
  /** @type {JobHeader} */
  const { paths, sizes, ...header } = JSON.parse(Buffer.from(readExactly(length)).toString());
  const files = paths.map((path, index) => ({ path, content: readExactly(sizes[index] ?? 0) }));
  return { ...header, files, stdin: readExactly(sizes[paths.length] ?? 0) };
}

/**
 * Waits for bytes of the open stdin of the program. Returns their number; 0 at the end.
 * @param {Uint8Array} into
 */
export function readMore(into) {
  return into.length === 0 ? 0 : readSync(input, into, 0, into.length, null);
}

/** @param {number} length */
function readExactly(length) {
  const bytes = new Uint8Array(length);
  for (let filled = 0; filled < length; ) {
    const got = readSync(input, bytes, filled, length - filled, null);
    if (got === 0) process.exit(0);
    filled += got;
  }
  return bytes;
}

/** @param {string} type one of `frameTypes` @param {...Uint8Array} parts of the payload */
export function writeFrame(type, ...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = encodeFrameHead(type, length);
  writeAll(length < 65_536 ? Buffer.concat([head, ...parts]) : head);
  if (length >= 65_536) for (const part of parts) writeAll(part);
}

/** @param {Uint8Array} bytes */
function writeAll(bytes) {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(output, bytes, written, bytes.length - written);
  }
}
