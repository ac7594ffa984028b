import { Buffer } from 'node:buffer';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';

const control = 3;

/** Waits for the context of this kernel and replaces the environment (KERNELS.md, "Start ahead of use"). */
export function takeContext() {
  writeSync(control, 'R');
  const fields = readExactly(readExactly(4).readUInt32BE()).toString('utf8').split('\0').slice(0, -1);
  const count = Number(fields[0]);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const field of fields.slice(count + 1)) {
    const end = field.indexOf('=');
    process.env[field.slice(0, end)] = field.slice(end + 1);
  }
  if (process.env.NODE_EXTRA_CA_CERTS === undefined) createEmpty(certificates);
  writeSync(control, 'G');
}

/**
 * Node reads the file of additional certificates at the first use of TLS, and warns if there is none. Only a network by
 * rule has one, and sets the variable again.
 * @param {string | undefined} path
 */
function createEmpty(path) {
  if (path === undefined) return;
  try {
    closeSync(openSync(path, 'wx', 0o444));
  } catch {
    // Without the file, a cell that uses TLS prints the warning.
  }
}

/** @param {number} length in bytes */
function readExactly(length) {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const count = readSync(control, bytes, done, length - done);
    if (count === 0) process.reallyExit(1);
    done += count;
  }
  return bytes;
}
