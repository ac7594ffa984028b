/** Searches a running container for bytes, as root of the machine. */
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { join } from 'node:path';

const blockBytes = 1024 * 1024;

export interface Found {
  memory: boolean;
  environment: boolean;
  files: boolean;
}

/** Returns where the bytes are in the processes and the writable folders of a container. @param pid of its process 1 */
export function searchSandbox(pid: number, bytes: Buffer): Found {
  const processes = processesLike(pid);
  if (processes.length < 2) throw new Error('the container has no program');
  return {
    memory: processes.some((one) => isInMemory(one, bytes)),
    environment: processes.some((one) =>
      ['environ', 'cmdline'].some((name) => read(`/proc/${one}/${name}`).includes(bytes)),
    ),
    files: ['work', 'tmp', 'dev/shm'].some((folder) => isInFolder(`/proc/${pid}/root/${folder}`, bytes)),
  };
}

/** Returns true if a file below a folder contains the bytes. */
export function isInFolder(folder: string, bytes: Buffer): boolean {
  return readdirSync(folder, { withFileTypes: true, recursive: true }).some(
    (entry) => entry.isFile() && read(join(entry.parentPath, entry.name)).includes(bytes),
  );
}

/** Returns the processes in the pid namespace of a process. */
function processesLike(pid: number): number[] {
  const namespaceOf = (one: string | number) => readlinkSync(`/proc/${one}/ns/pid`);
  const own = namespaceOf(pid);
  const isLike = (one: string) => {
    try {
      return namespaceOf(one) === own;
    } catch {
      return false;
    }
  };
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter(isLike)
    .map(Number);
}

function isInMemory(pid: number, bytes: Buffer): boolean {
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  try {
    const ranges = read(`/proc/${pid}/maps`)
      .toString('latin1')
      .matchAll(/^([0-9a-f]+)-([0-9a-f]+) r.*?(\[v.*\])?$/gm);
    return [...ranges]
      .filter(([, , , special]) => special === undefined)
      .some(([, from = '', to = '']) => isInRange(memory, [Number.parseInt(from, 16), Number.parseInt(to, 16)], bytes));
  } finally {
    closeSync(memory);
  }
}

function isInRange(memory: number, [from, to]: readonly [number, number], bytes: Buffer): boolean {
  // Blocks overlap, so that the bytes are not cut.
  const block = Buffer.alloc(blockBytes + bytes.length);
  for (let at = from; at < to; at += blockBytes) {
    try {
      const count = readSync(memory, block, 0, Math.min(block.length, to - at), at);
      if (block.subarray(0, count).includes(bytes)) return true;
    } catch {
      // The range is not readable any more.
      return false;
    }
  }
  return false;
}

function read(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}
