// The operations on the tree by path, for WASI programs and for JavaScript's `fs`.
import { errno, fail } from './errno.mjs';
import { refuseReadOnly, walk } from './memory-fs.mjs';

/** @typedef {import('./memory-fs.mjs').Node} Node */
/** @typedef {import('./memory-fs.mjs').FileNode} FileNode */
/** @typedef {import('./memory-fs.mjs').FolderNode} FolderNode */
/** @typedef {import('./memory-fs.mjs').Location} Location */
/**
 * @typedef {{ create?: boolean, exclusive?: boolean, truncate?: boolean, folderOnly?: boolean, write?: boolean,
 * follow?: boolean }} OpenFlags
 */

/** @param {ReturnType<typeof import('./memory-fs.mjs').createMemoryFs>} fs */
export function createTree(fs) {
  /** @param {FolderNode[]} from @param {string} path @param {{ follow?: boolean }} [options] */
  function find(from, path, options) {
    return walk(from, path, options).node ?? fail(errno.noent);
  }

  /** @param {FolderNode[]} from @param {string} path */
  function makeFolder(from, path) {
    const location = walk(from, path, { follow: false });
    if (location.node !== undefined) fail(errno.exist);
    const folder = parentOf(location);
    folder.entries.set(location.name, fs.newFolder());
    touch(folder);
  }

  /** @param {FolderNode[]} from @param {string} path */
  function removeFolder(from, path) {
    const location = walk(from, path, { follow: false });
    const node = location.node ?? fail(errno.noent);
    if (node.kind !== 'folder') fail(errno.notdir);
    if (node.entries.size > 0) fail(errno.notempty);
    drop(location, node);
  }

  /** @param {FolderNode[]} from @param {string} path */
  function removeFile(from, path) {
    const location = walk(from, path, { follow: false });
    const node = location.node ?? fail(errno.noent);
    if (node.kind === 'folder') fail(errno.isdir);
    drop(location, node);
  }

  /** @param {Location} location @param {Node} node */
  function drop(location, node) {
    const folder = parentOf(location);
    refuseReadOnly(node);
    folder.entries.delete(location.name);
    touch(folder);
    fs.release(node);
  }

  return { fs, find, makeFolder, removeFolder, removeFile, ...createOpening(fs), ...createNaming(fs) };
}

/** @param {ReturnType<typeof import('./memory-fs.mjs').createMemoryFs>} fs */
function createOpening(fs) {
  /**
   * Opens a file or a folder. Creates a file if the flags request it.
   * @param {FolderNode[]} from
   * @param {string} path
   * @param {OpenFlags} flags
   * @returns {Location & { node: FileNode | FolderNode }}
   */
  function open(from, path, flags) {
    const follow = (flags.follow ?? true) && !(flags.create && flags.exclusive);
    const location = walk(from, path, { follow });
    if (location.node === undefined) return create(location, path, flags);
    if (flags.create && flags.exclusive) fail(errno.exist);
    const { node } = location;
    if (node.kind === 'link') fail(errno.loop);
    if (node.kind === 'folder') {
      if (flags.write || flags.truncate || flags.create) fail(errno.isdir);
      return { ...location, node };
    }
    if (flags.folderOnly) fail(errno.notdir);
    if ((flags.write || flags.truncate) && node.device === undefined) refuseReadOnly(node);
    if (flags.truncate) fs.resize(node, 0);
    return { ...location, node };
  }

  /** @param {Location} location @param {string} path @param {OpenFlags} flags */
  function create(location, path, flags) {
    if (!flags.create) fail(errno.noent);
    if (flags.folderOnly || path.endsWith('/')) fail(errno.isdir);
    const folder = parentOf(location);
    const node = fs.newFile();
    folder.entries.set(location.name, node);
    touch(folder);
    return { ...location, node };
  }

  return { open };
}

/** Operations that give a node another name. @param {ReturnType<typeof import('./memory-fs.mjs').createMemoryFs>} fs */
function createNaming(fs) {
  /** @param {FolderNode[]} from @param {string} path @param {string} target */
  function makeLink(from, path, target) {
    if (target === '' || target.length > 4096) fail(errno.inval);
    const location = walk(from, path, { follow: false });
    if (location.node !== undefined) fail(errno.exist);
    parentOf(location).entries.set(location.name, fs.newLink(target));
  }

  /** A second name for a file. @param {Node} node @param {FolderNode[]} from @param {string} path */
  function linkFile(node, from, path) {
    if (node.kind === 'folder') fail(errno.perm);
    refuseReadOnly(node);
    const location = walk(from, path, { follow: false });
    if (location.node !== undefined) fail(errno.exist);
    parentOf(location).entries.set(location.name, node);
    node.links++;
    if (node.kind === 'file') node.isChanged = true;
  }

  /** @param {Location} source @param {Location} target each walked without following a link at its end */
  function rename(source, target) {
    const node = source.node ?? fail(errno.noent);
    const [from, to] = [parentOf(source), parentOf(target)];
    refuseReadOnly(node);
    if (target.node === node) return;
    if (node.kind === 'folder' && [...target.trail, to].includes(node)) fail(errno.inval);
    if (target.node !== undefined) makeWay(node, target.node);
    from.entries.delete(source.name);
    to.entries.set(target.name, node);
    if (node.kind === 'file') node.isChanged = true;
    touch(from);
    touch(to);
  }

  /** @param {Node} mover @param {Node} inTheWay */
  function makeWay(mover, inTheWay) {
    refuseReadOnly(inTheWay);
    if (inTheWay.kind === 'folder') {
      if (mover.kind !== 'folder') fail(errno.isdir);
      if (inTheWay.entries.size > 0) fail(errno.notempty);
    } else if (mover.kind === 'folder') fail(errno.notdir);
    fs.release(inTheWay);
  }

  return { makeLink, linkFile, rename };
}

/** Returns the folder that has the location's name. @param {Location} location @returns {FolderNode} */
function parentOf({ trail, name }) {
  const folder = trail[trail.length - 1];
  if (folder === undefined || name === '.') fail(errno.inval);
  refuseReadOnly(folder);
  return folder;
}

/** @param {FolderNode} folder */
function touch(folder) {
  folder.modifiedMs = Date.now();
}
