// The calls on paths: path_* of wasi_snapshot_preview1.
import { errno, fail } from '../errno.mjs';
import { walk } from '../memory-fs.mjs';
import { writeFilestat } from './file-stat.mjs';

const lookupFollow = 1;
const oflag = { create: 1, folder: 2, exclusive: 4, truncate: 8 };
const fdflagAppend = 1;
const right = { read: 1n << 1n, write: 1n << 6n };
const timeFlag = { accessed: 1, accessedNow: 2, modified: 4, modifiedNow: 8 };

/**
 * @param {{ memory: ReturnType<typeof import('./guest-memory.mjs').createGuestMemory>,
 *   descriptors: ReturnType<typeof import('./descriptors.mjs').createDescriptors>,
 *   tree: ReturnType<typeof import('../tree.mjs').createTree> }} program
 */
export function createPathCalls({ memory, descriptors, tree }) {
  /** @param {number} fd */
  const chain = (fd) => descriptors.folder(fd).trail;

  /** @param {any[]} args */
  function open(...[fd, lookup, at, length, oflags, rightsBase, _inheriting, fdflags, result]) {
    const canWrite = (rightsBase & right.write) !== 0n;
    const location = tree.open(chain(fd), memory.path(at, length), {
      create: (oflags & oflag.create) !== 0,
      folderOnly: (oflags & oflag.folder) !== 0,
      exclusive: (oflags & oflag.exclusive) !== 0,
      truncate: (oflags & oflag.truncate) !== 0,
      follow: (lookup & lookupFollow) !== 0,
      // A folder may be opened with all rights.
      write: canWrite && (oflags & oflag.folder) === 0,
    });
    const entry = entryFor(location, {
      canWrite,
      canRead: (rightsBase & right.read) !== 0n,
      isAppending: (fdflags & fdflagAppend) !== 0,
    });
    memory.setU32(result, descriptors.add(entry));
  }

  /** @param {any[]} args */
  function link(...[oldFd, lookup, oldAt, oldLength, newFd, newAt, newLength]) {
    const follow = (lookup & lookupFollow) !== 0;
    const node = tree.find(chain(oldFd), memory.path(oldAt, oldLength), { follow });
    tree.linkFile(node, chain(newFd), memory.path(newAt, newLength));
  }

  /** @param {any[]} args */
  function setTimes(...[fd, lookup, at, length, accessed, modified, flags]) {
    const node = tree.find(chain(fd), memory.path(at, length), { follow: (lookup & lookupFollow) !== 0 });
    if (node.isReadOnly) fail(errno.rofs);
    if (flags & timeFlag.accessed) node.accessedMs = Number(accessed / 1_000_000n);
    if (flags & timeFlag.accessedNow) node.accessedMs = Date.now();
    if (flags & timeFlag.modified) node.modifiedMs = Number(modified / 1_000_000n);
    if (flags & timeFlag.modifiedNow) node.modifiedMs = Date.now();
  }

  return {
    path_open: open,
    path_link: link,
    path_filestat_set_times: setTimes,
    path_create_directory: (/** @type {number[]} */ ...[fd, at, length]) =>
      tree.makeFolder(chain(fd), memory.path(at, length)),
    path_remove_directory: (/** @type {number[]} */ ...[fd, at, length]) =>
      tree.removeFolder(chain(fd), memory.path(at, length)),
    path_unlink_file: (/** @type {number[]} */ ...[fd, at, length]) =>
      tree.removeFile(chain(fd), memory.path(at, length)),
    path_filestat_get: (/** @type {number[]} */ ...[fd, lookup, at, length, result]) => {
      const node = tree.find(chain(fd), memory.path(at, length), { follow: (lookup & lookupFollow) !== 0 });
      writeFilestat(memory, result, node);
    },
    path_readlink: (/** @type {number[]} */ ...[fd, at, length, into, capacity, result]) => {
      const node = tree.find(chain(fd), memory.path(at, length), { follow: false });
      if (node.kind !== 'link') return fail(errno.inval);
      memory.setU32(result, memory.text(into, capacity, node.target));
    },
    path_rename: (/** @type {number[]} */ ...[oldFd, oldAt, oldLength, newFd, newAt, newLength]) => {
      const source = walk(chain(oldFd), memory.path(oldAt, oldLength), { follow: false });
      const target = walk(chain(newFd), memory.path(newAt, newLength), { follow: false });
      tree.rename(source, target);
    },
    path_symlink: (/** @type {number[]} */ ...[targetAt, targetLength, fd, at, length]) =>
      tree.makeLink(chain(fd), memory.path(at, length), memory.path(targetAt, targetLength)),
  };
}

/**
 * @param {import('../memory-fs.mjs').Location & { node: import('../memory-fs.mjs').FileNode | import('../memory-fs.mjs').FolderNode }} location
 * @param {{ canRead: boolean, canWrite: boolean, isAppending: boolean }} access
 * @returns {import('./descriptors.mjs').Entry}
 */
function entryFor({ node, trail }, access) {
  if (node.kind === 'folder') return { kind: 'folder', node, trail: [...trail, node] };
  if (node.device !== undefined) return { kind: 'stream', ...node.device };
  return { kind: 'file', node, position: 0, ...access, canWrite: access.canWrite && !node.isReadOnly };
}
