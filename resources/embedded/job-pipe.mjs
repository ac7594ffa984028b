// What goes through the two pipes of a child: one job in, frames out. Both ends are blocking: a child has nothing else
// to do, and a program that floods its output waits for the reader like any other.
import { readSync, writeSync } from 'node:fs';

/**
 * @typedef {object} JobHeader
 * @property {string} programName
 * @property {string[]} args
 * @property {Record<string, string>} env
 * @property {number} timeoutMs
 * @property {number} memoryMb
 * @property {number} outputCapBytes a stream
 * @property {{ count: number, totalBytes: number }} filesCap
 * @property {string[]} paths of the files, the program first
 * @property {number[]} sizes of the files in the same order, then of stdin
 */

/** @typedef {Omit<JobHeader, 'paths' | 'sizes'> & { files: { path: string, content: Uint8Array }[], stdin: Uint8Array }} Job */

const input = 0;
const output = 1;

/** Waits for the job; ends this process when the daemon is gone. @returns {Job} */
export function readJob() {
  const length = Buffer.from(readExactly(4)).readUInt32BE();
  /** @type {JobHeader} */
  const { paths, sizes, ...header } = JSON.parse(Buffer.from(readExactly(length)).toString());
  const files = paths.map((path, index) => ({ path, content: readExactly(sizes[index] ?? 0) }));
  return { ...header, files, stdin: readExactly(sizes[paths.length] ?? 0) };
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

/** @param {string} type one ASCII letter @param {...Uint8Array} parts */
export function writeFrame(type, ...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeUInt32BE(length, 1);
  writeAll(length < 65_536 ? Buffer.concat([head, ...parts]) : head);
  if (length >= 65_536) for (const part of parts) writeAll(part);
}

/** @param {Uint8Array} bytes */
function writeAll(bytes) {
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(output, bytes, written, bytes.length - written);
  }
}
