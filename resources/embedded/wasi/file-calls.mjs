// The calls on open descriptors: fd_* of wasi_snapshot_preview1.
import { errno, fail } from '../errno.mjs';
import { fileTypes, writeFilestat } from './file-stat.mjs';

/** @typedef {ReturnType<typeof import('./guest-memory.mjs').createGuestMemory>} GuestMemory */
/** @typedef {ReturnType<typeof import('./descriptors.mjs').createDescriptors>} Descriptors */

const fdflagAppend = 1;
const rights = { read: 1n << 1n, write: 1n << 6n, all: (1n << 30n) - 1n };
const direntBytes = 24;

/**
 * @param {{ memory: GuestMemory, descriptors: Descriptors, fs: ReturnType<typeof
 * import('../memory-fs.mjs').createMemoryFs> }} program
 */
export function createFileCalls(program) {
  return { ...createTransfers(program), ...createDescriptorCalls(program), ...createStateCalls(program) };
}

/**
 * @param {{ memory: GuestMemory, descriptors: Descriptors, fs: ReturnType<typeof
 * import('../memory-fs.mjs').createMemoryFs> }} program
 */
function createTransfers({ memory, descriptors, fs }) {
  /** @param {number} fd @param {number} at @param {number} count */
  function readVectors(fd, at, count) {
    const entry = descriptors.get(fd);
    if (entry.kind === 'folder') return fail(errno.isdir);
    let total = 0;
    for (const piece of memory.vectors(at, count)) {
      const got = entry.kind === 'stream' ? readStream(entry, piece) : readFile(entry, entry.position, piece);
      if (entry.kind === 'file') entry.position += got;
      total += got;
      if (got < piece.length) break;
    }
    return total;
  }

  /** @param {import('./descriptors.mjs').StreamEntry} entry @param {Uint8Array} into */
  function readStream({ read }, into) {
    return read === undefined ? fail(errno.badf) : read(into);
  }

  /** @param {import('./descriptors.mjs').FileEntry} entry @param {number} offset @param {Uint8Array} into */
  function readFile({ node, canRead }, offset, into) {
    if (!canRead) fail(errno.badf);
    const length = Math.min(into.length, node.size - Math.min(offset, node.size));
    if (node.stored !== undefined) return length === 0 ? 0 : node.stored(offset, into.subarray(0, length));
    into.set(node.data.subarray(offset, offset + length));
    return length;
  }

  /** @param {import('./descriptors.mjs').FileEntry} entry @param {number} offset @param {Uint8Array} bytes */
  function writeFile(entry, offset, bytes) {
    if (!entry.canWrite) fail(errno.badf);
    fs.write(entry.node, offset, bytes);
  }

  /** @param {number} fd @param {number} at @param {number} count */
  function writeVectors(fd, at, count) {
    const entry = descriptors.get(fd);
    if (entry.kind === 'folder') return fail(errno.isdir);
    let total = 0;
    for (const piece of memory.vectors(at, count)) {
      if (entry.kind === 'stream') (entry.write ?? fail(errno.badf))(piece);
      else {
        if (entry.isAppending) entry.position = entry.node.size;
        writeFile(entry, entry.position, piece);
        entry.position += piece.length;
      }
      total += piece.length;
    }
    return total;
  }

  return {
    fd_read: (/** @type {number[]} */ ...[fd, at, count, result]) => memory.setU32(result, readVectors(fd, at, count)),
    fd_write: (/** @type {number[]} */ ...[fd, at, count, result]) =>
      memory.setU32(result, writeVectors(fd, at, count)),
    fd_pread: (/** @type {any[]} */ ...[fd, at, count, offset, result]) => {
      const entry = descriptors.file(fd);
      let from = Number(offset);
      for (const piece of memory.vectors(at, count)) from += readFile(entry, from, piece);
      memory.setU32(result, from - Number(offset));
    },
    fd_pwrite: (/** @type {any[]} */ ...[fd, at, count, offset, result]) => {
      const entry = descriptors.file(fd);
      let to = Number(offset);
      for (const piece of memory.vectors(at, count)) {
        writeFile(entry, to, piece);
        to += piece.length;
      }
      memory.setU32(result, to - Number(offset));
    },
  };
}

/**
 * @param {{ memory: GuestMemory, descriptors: Descriptors, fs: ReturnType<typeof
 * import('../memory-fs.mjs').createMemoryFs> }} program
 */
function createDescriptorCalls({ memory, descriptors, fs }) {
  return {
    fd_advise: () => errno.success,
    fd_allocate: (/** @type {number} */ fd, /** @type {bigint} */ offset, /** @type {bigint} */ length) => {
      const { node, canWrite } = descriptors.file(fd);
      if (!canWrite) fail(errno.badf);
      const end = Number(offset) + Number(length);
      if (end > node.size) fs.resize(node, end);
    },
    fd_close: (/** @type {number} */ fd) => descriptors.close(fd),
    fd_datasync: (/** @type {number} */ fd) => void descriptors.get(fd),
    fd_sync: (/** @type {number} */ fd) => void descriptors.get(fd),
    fd_fdstat_get: (/** @type {number} */ fd, /** @type {number} */ at) => {
      const entry = descriptors.get(fd);
      const isAppending = entry.kind === 'file' && entry.isAppending;
      memory.bytes(at, 24).fill(0);
      memory.setU8(at, entry.kind === 'stream' ? fileTypes.characterDevice : fileTypes[entry.kind]);
      memory.setU16(at + 2, isAppending ? fdflagAppend : 0);
      memory.setU64(at + 8, rightsOf(entry));
      memory.setU64(at + 16, rights.all);
    },
    fd_fdstat_set_flags: (/** @type {number} */ fd, /** @type {number} */ flags) => {
      const entry = descriptors.get(fd);
      if (entry.kind === 'file') entry.isAppending = (flags & fdflagAppend) !== 0;
    },
  };
}

/**
 * @param {{ memory: GuestMemory, descriptors: Descriptors, fs: ReturnType<typeof
 * import('../memory-fs.mjs').createMemoryFs> }} program
 */
function createStateCalls({ memory, descriptors, fs }) {
  /** @param {number} fd @param {bigint} offset @param {number} whence */
  function seek(fd, offset, whence) {
    const entry = descriptors.file(fd);
    const base = [0, entry.position, entry.node.size][whence] ?? fail(errno.inval);
    const position = base + Number(offset);
    if (position < 0 || !Number.isSafeInteger(position)) fail(errno.inval);
    entry.position = position;
    return position;
  }

  return {
    fd_filestat_get: (/** @type {number} */ fd, /** @type {number} */ at) => {
      const entry = descriptors.get(fd);
      writeFilestat(memory, at, entry.kind === 'stream' ? undefined : entry.node);
    },
    fd_filestat_set_size: (/** @type {number} */ fd, /** @type {bigint} */ size) => {
      const { node, canWrite } = descriptors.file(fd);
      if (!canWrite) fail(errno.inval);
      fs.resize(node, Number(size));
    },
    fd_filestat_set_times: (/** @type {number} */ fd) => void descriptors.get(fd),
    fd_seek: (/** @type {any[]} */ ...[fd, offset, whence, result]) =>
      memory.setU64(result, BigInt(seek(fd, offset, whence))),
    fd_tell: (/** @type {number} */ fd, /** @type {number} */ result) =>
      memory.setU64(result, BigInt(descriptors.file(fd).position)),
    fd_prestat_get: (/** @type {number} */ fd, /** @type {number} */ at) => {
      memory.setU32(at, 0);
      memory.setU32(at + 4, preopenOf(descriptors.get(fd)).length);
    },
    fd_prestat_dir_name: (/** @type {number[]} */ ...[fd, at, length]) => {
      memory.text(at, length, preopenOf(descriptors.get(fd)));
    },
    fd_readdir: (/** @type {any[]} */ ...[fd, at, length, cookie, result]) => {
      const { node } = descriptors.folder(fd);
      memory.setU32(result, writeEntries(memory, { node, at, length: length >>> 0, from: Number(cookie) }));
    },
  };
}

/** @param {import('./descriptors.mjs').Entry} entry */
function rightsOf(entry) {
  if (entry.kind === 'folder') return rights.all;
  // Without the rights to seek and tell, the C library treats a stream as a terminal; with them, as a file.
  if (entry.kind === 'stream') return entry.read === undefined ? rights.write | 4n | 32n : rights.read | 4n | 32n;
  const seekable = rights.all & ~(rights.read | rights.write);
  return seekable | (entry.canRead ? rights.read : 0n) | (entry.canWrite ? rights.write : 0n);
}

/** @param {import('./descriptors.mjs').Entry} entry */
function preopenOf(entry) {
  if (entry.kind !== 'folder' || entry.preopen === undefined) return fail(errno.badf);
  return entry.preopen;
}

/**
 * Writes directory entries. As specified, the last one is truncated if it does not fit: the caller then enlarges its
 * buffer.
 */
/**
 * @param {GuestMemory} memory
 * @param {{ node: import('../memory-fs.mjs').FolderNode, at: number, length: number, from: number }} request
 */
function writeEntries(memory, { node, at, length, from }) {
  const listed = [['.', node], ['..', node], ...node.entries];
  let used = 0;
  for (let index = from; index < listed.length && used < length; index++) {
    const [name, child] = /** @type {[string, import('../memory-fs.mjs').Node]} */ (listed[index]);
    const nameBytes = Buffer.from(name);
    const record = Buffer.alloc(direntBytes + nameBytes.length);
    record.writeBigUInt64LE(BigInt(index + 1), 0);
    record.writeBigUInt64LE(BigInt(child.ino), 8);
    record.writeUInt32LE(nameBytes.length, 16);
    record.writeUInt8(fileTypes[child.kind], 20);
    record.set(nameBytes, direntBytes);
    const fitting = record.subarray(0, length - used);
    memory.bytes(at + used, fitting.length).set(fitting);
    used += fitting.length;
  }
  return used;
}
