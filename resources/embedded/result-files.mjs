// The files that a program left below its working directory: regular files that are new or changed. Links are not
// followed.
/** @typedef {import('./memory-fs.mjs').FolderNode} FolderNode */

/** Deeper than the longest allowed path. */
const depthCap = 128;

/**
 * @param {FolderNode} work
 * @param {{ programName: string, cap: { count: number, totalBytes: number } }} options
 * @returns {{ files: { path: string, content: Uint8Array }[], omitted: { count: number, size: number, unreadable: number } }} sorted by path
 */
export function collectResultFiles(work, { programName, cap }) {
  /** @type {{ path: string, content: Uint8Array }[]} */
  const files = [];
  const omitted = { count: 0, size: 0, unreadable: 0 };
  let bytes = 0;
  for (const { path, size, data } of changedFiles(work, '', 0)) {
    if (path === programName) continue;
    if (path === null) omitted.unreadable++;
    else if (files.length >= cap.count) omitted.count++;
    else if (bytes + size > cap.totalBytes) omitted.size++;
    else {
      bytes += size;
      files.push({ path, content: data.subarray(0, size) });
    }
  }
  return { files, omitted };
}

/**
 * @param {FolderNode} folder
 * @param {string} prefix
 * @param {number} depth
 * @returns {Generator<{ path: string | null, size: number, data: Uint8Array }>} path null: a folder that is too deep to be read
 */
function* changedFiles(folder, prefix, depth) {
  const names = [...folder.entries.keys()].sort((a, b) => (a < b ? -1 : 1));
  for (const name of names) {
    const node = folder.entries.get(name);
    if (node?.kind === 'file' && node.isChanged) yield { path: prefix + name, size: node.size, data: node.data };
    else if (node?.kind !== 'folder') continue;
    else if (depth < depthCap) yield* changedFiles(node, `${prefix}${name}/`, depth + 1);
    else if (node.entries.size > 0) yield { path: null, size: 0, data: new Uint8Array() };
  }
}
