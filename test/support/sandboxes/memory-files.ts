import { type Entry, FileError } from '../../../src-daemon/engine/live-sandbox.ts';

export type MemoryNode = { modifiedAt?: number } & (
  | { type: 'file'; content: Buffer }
  | { type: 'folder' }
  | { type: 'link'; target: string }
  | { type: 'other' }
);

/** A work directory in memory: its nodes by path, without the directory itself. */
export type MemoryFiles = Map<string, MemoryNode>;

/** Returns the node at a path. Like init, it follows no link. @throws FileError */
export function nodeAt(files: MemoryFiles, path: string): MemoryNode {
  requireFolders(files, path);
  const node = path === '' ? ({ type: 'folder' } as const) : files.get(path);
  if (node === undefined) throw new FileError('ENOENT');
  return node;
}

/** @throws FileError if a parent of the path is missing or is not a folder */
export function requireFolders(files: MemoryFiles, path: string): void {
  for (const parent of parentsOf(path)) {
    const node = files.get(parent);
    if (node === undefined) throw new FileError('ENOENT');
    if (node.type !== 'folder') throw new FileError(node.type === 'link' ? 'ELOOP' : 'ENOTDIR');
  }
}

/** Creates the missing parents of a path. @throws FileError */
export function makeParents(files: MemoryFiles, path: string): void {
  for (const parent of parentsOf(path)) if (!files.has(parent)) files.set(parent, { type: 'folder' });
  requireFolders(files, path);
}

export function entryOf(path: string, node: MemoryNode): Entry {
  return {
    path,
    type: node.type,
    size: node.type === 'file' ? node.content.length : 0,
    mode: node.type === 'folder' ? 0o755 : 0o644,
    modifiedAt: node.modifiedAt ?? 1_700_000_000_000,
    ...(node.type === 'link' && { target: node.target }),
  };
}

/** Paths below a folder, sorted. */
export function pathsBelow(files: MemoryFiles, folder: string): string[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  return [...files.keys()].filter((path) => path.startsWith(prefix) && path !== folder).toSorted();
}

export const depthOf = (path: string): number => (path === '' ? 0 : path.split('/').length);

function parentsOf(path: string): string[] {
  const names = path.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}

export function usedBytes(files: MemoryFiles): number {
  return [...files.values()].reduce((sum, node) => sum + (node.type === 'file' ? node.content.length : 0), 0);
}
