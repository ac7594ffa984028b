// Mounts a package layer, one file with many (src-daemon/engine/embedded/installer/layer-file.ts writes it), as a
// read-only folder of the program's tree. All reads use one descriptor and the offset of the file in it, so no name of
// a package is used as a path on the host.
import { openSync, readSync } from 'node:fs';

const magic = 'SRLAYER1';
const headBytes = magic.length + 4;

/**
 * @param {ReturnType<typeof import('./tree.mjs').createTree>} tree
 * @param {string} at the folder's name below the root
 * @param {string} path of the layer's file
 */
export function mountLayer(tree, at, path) {
  const fd = openSync(path, 'r');
  const head = read(fd, 0, headBytes);
  if (head.toString('latin1', 0, magic.length) !== magic) throw new Error('not a package layer');
  const listBytes = head.readUInt32BE(magic.length);
  /** @type {[string, number][]} */
  const list = JSON.parse(read(fd, headBytes, listBytes).toString('utf8'));
  const { fs } = tree;
  const folders = new Map([['', fs.libraryFolder()]]);
  fs.root.entries.set(at, folderOf(''));

  /** @param {string} name @returns {import('./memory-fs.mjs').FolderNode} */
  function folderOf(name) {
    const known = folders.get(name);
    if (known !== undefined) return known;
    const folder = fs.libraryFolder();
    folders.set(name, folder);
    const cut = name.lastIndexOf('/');
    folderOf(name.slice(0, Math.max(cut, 0))).entries.set(name.slice(cut + 1), folder);
    return folder;
  }

  let offset = headBytes + listBytes;
  for (const [name, size] of list) {
    const cut = name.lastIndexOf('/');
    const start = offset;
    folderOf(name.slice(0, Math.max(cut, 0))).entries.set(
      name.slice(cut + 1),
      fs.storedFile(size, (position, into) => readSync(fd, into, 0, into.length, start + position)),
    );
    offset += size;
  }
}

/** @param {number} fd @param {number} position @param {number} length */
function read(fd, position, length) {
  const bytes = Buffer.alloc(length);
  for (let filled = 0; filled < length; ) {
    const got = readSync(fd, bytes, filled, length - filled, position + filled);
    if (got === 0) throw new Error('the package layer ends early');
    filled += got;
  }
  return bytes;
}
