// The open descriptors of a program: its three streams, and the files and folders that it opened.
import { errno, fail } from '../errno.mjs';

/**
 * @typedef {{ kind: 'stream', read?: (into: Uint8Array) => number, write?: (bytes: Uint8Array) => void }} StreamEntry
 * @typedef {{ kind: 'file', node: import('../memory-fs.mjs').FileNode, position: number, canRead: boolean,
 *   canWrite: boolean, isAppending: boolean }} FileEntry
 * @typedef {{ kind: 'folder', node: import('../memory-fs.mjs').FolderNode,
 *   trail: import('../memory-fs.mjs').FolderNode[], preopen?: string }} FolderEntry
 * @typedef {StreamEntry | FileEntry | FolderEntry} Entry
 */

const openCap = 256;

/** @param {{ hold(node: object): void, letGo(node: object): void }} fs */
export function createDescriptors(fs) {
  /** @type {Map<number, Entry>} */
  const entries = new Map();

  /** @param {number} fd @returns {Entry} */
  function get(fd) {
    return entries.get(fd) ?? fail(errno.badf);
  }

  return {
    get,
    /** Adds an entry at the lowest free number. @param {Entry} entry */
    add(entry) {
      if (entries.size >= openCap) fail(errno.nfile);
      let fd = 0;
      while (entries.has(fd)) fd++;
      entries.set(fd, entry);
      if (entry.kind !== 'stream') fs.hold(entry.node);
      return fd;
    },
    /** @param {number} fd */
    close(fd) {
      const entry = get(fd);
      entries.delete(fd);
      if (entry.kind !== 'stream') fs.letGo(entry.node);
    },
    /** @param {number} fd @returns {FileEntry} */
    file(fd) {
      const entry = get(fd);
      if (entry.kind === 'file') return entry;
      return fail(entry.kind === 'folder' ? errno.isdir : errno.spipe);
    },
    /** @param {number} fd @returns {FolderEntry} */
    folder(fd) {
      const entry = get(fd);
      return entry.kind === 'folder' ? entry : fail(errno.notdir);
    },
  };
}
