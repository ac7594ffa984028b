// What can be done to the tree by path: the same for a WASI program and for JavaScript's `fs`.
import { errno, fail } from './errno.mjs';
import { refuseReadOnly, walk } from './memory-fs.mjs';

/** @typedef {import('./memory-fs.mjs').Node} Node */
/** @typedef {import('./memory-fs.mjs').FileNode} FileNode */
/** @typedef {import('./memory-fs.mjs').FolderNode} FolderNode */
/** @typedef {import('./memory-fs.mjs').Place} Place */
/** @typedef {{ create?: boolean, exclusive?: boolean, truncate?: boolean, folderOnly?: boolean, write?: boolean, follow?: boolean }} OpenFlags */

/** @param {ReturnType<typeof import('./memory-fs.mjs').createMemoryFs>} fs */
export function createTree(fs) {
  /** @param {FolderNode[]} from @param {string} path @param {{ follow?: boolean }} [options] */
  function find(from, path, options) {
    return walk(from, path, options).node ?? fail(errno.noent);
  }

  /** @param {FolderNode[]} from @param {string} path */
  function makeFolder(from, path) {
    const place = walk(from, path, { follow: false });
    if (place.node !== undefined) fail(errno.exist);
    const folder = parentOf(place);
    folder.entries.set(place.name, fs.newFolder());
    touch(folder);
  }

  /** @param {FolderNode[]} from @param {string} path */
  function removeFolder(from, path) {
    const place = walk(from, path, { follow: false });
    const node = place.node ?? fail(errno.noent);
    if (node.kind !== 'folder') fail(errno.notdir);
    if (node.entries.size > 0) fail(errno.notempty);
    drop(place, node);
  }

  /** @param {FolderNode[]} from @param {string} path */
  function removeFile(from, path) {
    const place = walk(from, path, { follow: false });
    const node = place.node ?? fail(errno.noent);
    if (node.kind === 'folder') fail(errno.isdir);
    drop(place, node);
  }

  /** @param {Place} place @param {Node} node */
  function drop(place, node) {
    const folder = parentOf(place);
    refuseReadOnly(node);
    folder.entries.delete(place.name);
    touch(folder);
    fs.release(node);
  }

  return { fs, find, makeFolder, removeFolder, removeFile, ...createOpening(fs), ...createNaming(fs) };
}

/** @param {ReturnType<typeof import('./memory-fs.mjs').createMemoryFs>} fs */
function createOpening(fs) {
  /**
   * Opens what a path names; a file is made where the flags say so.
   * @param {FolderNode[]} from
   * @param {string} path
   * @param {OpenFlags} flags
   * @returns {Place & { node: FileNode | FolderNode }}
   */
  function open(from, path, flags) {
    const follow = (flags.follow ?? true) && !(flags.create && flags.exclusive);
    const place = walk(from, path, { follow });
    if (place.node === undefined) return create(place, path, flags);
    if (flags.create && flags.exclusive) fail(errno.exist);
    const { node } = place;
    if (node.kind === 'link') fail(errno.loop);
    if (node.kind === 'folder') {
      if (flags.write || flags.truncate || flags.create) fail(errno.isdir);
      return { ...place, node };
    }
    if (flags.folderOnly) fail(errno.notdir);
    if ((flags.write || flags.truncate) && node.device === undefined) refuseReadOnly(node);
    if (flags.truncate) fs.resize(node, 0);
    return { ...place, node };
  }

  /** @param {Place} place @param {string} path @param {OpenFlags} flags */
  function create(place, path, flags) {
    if (!flags.create) fail(errno.noent);
    if (flags.folderOnly || path.endsWith('/')) fail(errno.isdir);
    const folder = parentOf(place);
    const node = fs.newFile();
    folder.entries.set(place.name, node);
    touch(folder);
    return { ...place, node };
  }

  return { open };
}

/** What gives a node another name. @param {ReturnType<typeof import('./memory-fs.mjs').createMemoryFs>} fs */
function createNaming(fs) {
  /** @param {FolderNode[]} from @param {string} path @param {string} target */
  function makeLink(from, path, target) {
    if (target === '' || target.length > 4096) fail(errno.inval);
    const place = walk(from, path, { follow: false });
    if (place.node !== undefined) fail(errno.exist);
    parentOf(place).entries.set(place.name, fs.newLink(target));
  }

  /** A second name for a file. @param {Node} node @param {FolderNode[]} from @param {string} path */
  function linkFile(node, from, path) {
    if (node.kind === 'folder') fail(errno.perm);
    refuseReadOnly(node);
    const place = walk(from, path, { follow: false });
    if (place.node !== undefined) fail(errno.exist);
    parentOf(place).entries.set(place.name, node);
    node.links++;
    if (node.kind === 'file') node.isChanged = true;
  }

  /** @param {Place} source @param {Place} target each walked without following a link at its end */
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

/** The folder that holds the place's name. @param {Place} place @returns {FolderNode} */
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
