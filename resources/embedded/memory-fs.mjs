// The only file system that a program sees: a tree in the memory of its process. Nothing of it is on the host, and no
// path leads out of it.
import { errno, fail } from './errno.mjs';

/**
 * @typedef {{ kind: 'file', data: Uint8Array, size: number, isReadOnly: boolean, isChanged: boolean,
 *   device?: Device, stored?: Stored } & Common} FileNode
 * @typedef {(position: number, into: Uint8Array) => number} Stored reads the bytes of a file that is not in memory
 * @typedef {{ read(into: Uint8Array): number, write(bytes: Uint8Array): void }} Device implements a file without content
 * @typedef {{ kind: 'folder', entries: Map<string, Node>, isReadOnly: boolean } & Common} FolderNode
 * @typedef {{ kind: 'link', target: string, isReadOnly: boolean } & Common} LinkNode
 * @typedef {{ ino: number, links: number, opens: number, modifiedMs: number, accessedMs: number }} Common
 * @typedef {FileNode | FolderNode | LinkNode} Node
 * @typedef {{ trail: FolderNode[], name: string, node: Node | undefined }} Location the chain of
 *   folders down to the one that has or would have `name`
 */

const linksCap = 32;
const nameBytesCap = 255;
const pathCap = 4096;
const nothing = new Uint8Array();

/**
 * A file system with a bound on bytes and on files and folders together.
 * @param {{ bytes: number, nodes: number }} limits
 */
export function createMemoryFs(limits) {
  const left = { ...limits };
  let lastIno = 0;

  function common() {
    const now = Date.now();
    return { ino: ++lastIno, links: 1, opens: 0, modifiedMs: now, accessedMs: now, isReadOnly: false };
  }

  function claimNode() {
    if (left.nodes <= 0) fail(errno.nospc);
    left.nodes--;
  }

  /** @returns {FileNode} */
  function newFile() {
    claimNode();
    return { ...common(), kind: 'file', data: new Uint8Array(0), size: 0, isChanged: true };
  }

  /** @returns {FolderNode} */
  function newFolder() {
    claimNode();
    return { ...common(), kind: 'folder', entries: new Map() };
  }

  /**
   * @param {string} target
   * @returns {LinkNode}
   */
  function newLink(target) {
    claimNode();
    return { ...common(), kind: 'link', target };
  }

  /**
   * Reserves space for `size` bytes. The capacity of the array is counted, not the size of the file.
   * @param {FileNode} file
   * @param {number} size
   */
  function reserve(file, size) {
    if (size <= file.data.length) return;
    if (size - file.data.length > left.bytes) fail(errno.nospc);
    const target = Math.max(size, Math.min(file.data.length * 2, file.data.length + left.bytes), 256);
    const capacity = target - file.data.length > left.bytes ? size : target;
    const grown = new Uint8Array(capacity);
    grown.set(file.data.subarray(0, file.size));
    left.bytes -= capacity - file.data.length;
    file.data = grown;
  }

  /**
   * @param {FileNode} file
   * @param {number} size
   */
  function resize(file, size) {
    refuseReadOnly(file);
    if (size > file.size) reserve(file, size);
    else file.data.fill(0, size, file.size);
    file.size = size;
    touch(file);
  }

  /**
   * @param {FileNode} file
   * @param {number} offset
   * @param {Uint8Array} bytes
   */
  function write(file, offset, bytes) {
    refuseReadOnly(file);
    const end = offset + bytes.length;
    if (!Number.isSafeInteger(end) || offset < 0) fail(errno.fbig);
    reserve(file, end);
    file.data.set(bytes, offset);
    file.size = Math.max(file.size, end);
    touch(file);
  }

  /** Removes a name of a node. @param {Node} node */
  function release(node) {
    node.links--;
    giveBack(node);
  }

  /** Counts an open descriptor: a file without a name exists until its last descriptor is closed. @param {Node} node */
  function hold(node) {
    node.opens++;
  }

  /** @param {Node} node */
  function letGo(node) {
    node.opens--;
    giveBack(node);
  }

  /** @param {Node} node */
  function giveBack(node) {
    if (node.links > 0 || node.opens > 0) return;
    left.nodes++;
    if (node.kind !== 'file') return;
    left.bytes += node.data.length;
    node.data = new Uint8Array(0);
    node.size = 0;
  }

  return {
    ...{ root: newFolder(), newFile, newFolder, newLink, ...createLibraryNodes(common) },
    ...{ resize, write, release, hold, letGo },
  };
}

/**
 * Nodes of files that come with the language or are stored on the host. They are read-only and not counted.
 * @param {() => Common & { isReadOnly: boolean }} common
 */
function createLibraryNodes(common) {
  return {
    /** @param {Uint8Array} data @returns {FileNode} */
    libraryFile: (data) => ({
      ...common(),
      ...{ kind: 'file', data, size: data.length, isReadOnly: true, isChanged: false },
    }),
    /**
     * Returns a file whose bytes are stored elsewhere.
     * @param {number} size
     * @param {Stored} stored
     * @returns {FileNode}
     */
    storedFile: (size, stored) => ({
      ...common(),
      ...{ kind: 'file', data: nothing, size, stored, isReadOnly: true, isChanged: false },
    }),
    /** @returns {FolderNode} */
    libraryFolder: () => ({ ...common(), kind: 'folder', entries: new Map(), isReadOnly: true }),
  };
}

/** @param {FileNode} file */
function touch(file) {
  file.modifiedMs = Date.now();
  file.isChanged = true;
}

/** @param {Node} node */
export function refuseReadOnly(node) {
  if (node.isReadOnly) fail(errno.rofs);
}

/**
 * Walks a path from a folder. `..` at the root is the root.
 * @param {FolderNode[]} from the chain of folders down to the one that the path starts in; the first is the root
 * @param {string} path
 * @param {{ follow?: boolean }} [options] whether a link at the end is followed
 * @returns {Location}
 */
export function walk(from, path, { follow = true } = {}) {
  const root = from[0] ?? fail(errno.badf);
  let hops = 0;
  let trail = path.startsWith('/') ? [root] : [...from];
  let names = split(path);
  for (;;) {
    const name = names.shift();
    if (name === undefined) return { trail: trail.slice(0, -1), name: '.', node: last(trail) };
    if (name === '.') continue;
    if (name === '..') {
      if (trail.length > 1) trail.pop();
      continue;
    }
    const node = last(trail).entries.get(name);
    const isLast = names.length === 0;
    if (node?.kind === 'link' && (follow || !isLast)) {
      if (++hops > linksCap) fail(errno.loop);
      if (node.target.startsWith('/')) trail = [root];
      names = [...split(node.target), ...names];
    } else if (node?.kind === 'folder') {
      trail.push(node);
      if (isLast) return { trail: trail.slice(0, -1), name, node };
    } else if (isLast) return { trail, name, node: refuseSlash(node, path) };
    else fail(node === undefined ? errno.noent : errno.notdir);
  }
}

/** A path that ends with a slash names a folder. @param {Node | undefined} node @param {string} path */
function refuseSlash(node, path) {
  if (node !== undefined && path.endsWith('/')) fail(errno.notdir);
  return node;
}

/** @param {string} path */
function split(path) {
  if (path === '') fail(errno.noent);
  if (path.length > pathCap) fail(errno.nametoolong);
  const names = path.split('/').filter((name) => name !== '');
  for (const name of names) {
    if (name.includes('\0')) fail(errno.inval);
    if (Buffer.byteLength(name) > nameBytesCap) fail(errno.nametoolong);
  }
  return names;
}

/** @param {FolderNode[]} trail */
function last(trail) {
  return trail[trail.length - 1] ?? fail(errno.noent);
}
