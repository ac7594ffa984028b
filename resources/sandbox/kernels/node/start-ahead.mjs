import { Buffer } from 'node:buffer';
import { readSync, writeSync } from 'node:fs';

const control = 3;

/** Waits for the context of this kernel and replaces the environment (KERNELS.md, "Start ahead of use"). */
export function takeContext() {
  writeSync(control, 'R');
  const fields = readExactly(readExactly(4).readUInt32BE()).toString('utf8').split('\0').slice(0, -1);
  const count = Number(fields[0]);
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const field of fields.slice(count + 1)) {
    const end = field.indexOf('=');
    process.env[field.slice(0, end)] = field.slice(end + 1);
  }
  writeSync(control, 'G');
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
