// Files that come with a language: read-only, and not counted against the program's storage limit.
import { errno, fail } from './errno.mjs';

/** @typedef {ReturnType<typeof import('./tree.mjs').createTree>} Tree */

/**
 * @param {Tree} tree
 * @param {string} path absolute
 * @param {Uint8Array} content
 * @returns {import('./memory-fs.mjs').FileNode}
 */
export function addLibraryFile(tree, path, content) {
  const names = path.split('/').slice(1);
  const name = names.pop() ?? '';
  let folder = tree.fs.root;
  for (const part of names) {
    const next = folder.entries.get(part) ?? tree.fs.newFolder();
    folder.entries.set(part, next);
    if (next.kind !== 'folder') fail(errno.notdir);
    folder = next;
  }
  const file = tree.fs.libraryFile(content);
  folder.entries.set(name, file);
  return file;
}

/** Makes a folder and everything in it read-only. @param {Tree} tree @param {string} path of a folder */
export function closeLibrary(tree, path) {
  const folder = tree.find([tree.fs.root], path);
  if (folder.kind !== 'folder') return;
  folder.isReadOnly = true;
  for (const name of folder.entries.keys()) closeLibrary(tree, `${path}/${name}`);
}
