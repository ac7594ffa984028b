import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { baseNameOf, folderOf } from '../../../../src-shared/formats/code-name.ts';

interface RowPosition {
  /** Unique among all rows. */
  key: string;
  /** The folder's path, or the script's name. */
  path: string;
  /** Last segment of the path. */
  label: string;
  /** From 1. */
  level: number;
  /** Number of rows with the same parent, and the position among them from 1. */
  setSize: number;
  position: number;
}

export type FolderRow = RowPosition & { kind: 'folder'; isOpen: boolean };
/** `metadata` is undefined for unsaved changes of a script that is not stored any more. */
export type ScriptRow = RowPosition & { kind: 'script'; metadata: EncryptedCodeMetadata | undefined };
export type TreeRow = FolderRow | ScriptRow;

export interface TreeScript {
  name: string;
  metadata: EncryptedCodeMetadata | undefined;
}

interface Folder {
  folders: Map<string, Folder>;
  scripts: TreeScript[];
}

/** Returns the visible rows of the tree in order: in each folder first its folders, then its scripts, by name. */
export function treeRowsOf(scripts: readonly TreeScript[], isOpen: (folder: string) => boolean): TreeRow[] {
  const root: Folder = { folders: new Map(), scripts: [] };
  for (const script of scripts) folderAt(root, script.name).scripts.push(script);
  const rows: TreeRow[] = [];
  addRows(rows, root, { path: '', level: 1, isOpen });
  return rows;
}

/** Returns the row of the parent folder; undefined at the top. */
export function parentOf(rows: readonly TreeRow[], row: TreeRow): TreeRow | undefined {
  return rows.find(({ kind, path }) => kind === 'folder' && path === folderOf(row.path));
}

/** Returns the next row after `from`, also from the beginning, whose label begins with the text, whatever its case. */
export function findByPrefix(rows: readonly TreeRow[], text: string, from: number): TreeRow | undefined {
  const prefix = text.toLowerCase();
  // More letters of the same word may keep the row; a first letter moves on.
  const start = text.length > 1 ? from : from + 1;
  return [...rows.slice(start), ...rows.slice(0, start)].find(({ label }) => label.toLowerCase().startsWith(prefix));
}

function folderAt(root: Folder, name: string): Folder {
  let folder = root;
  for (const segment of name.split('/').slice(0, -1)) {
    const next = folder.folders.get(segment) ?? { folders: new Map(), scripts: [] };
    folder.folders.set(segment, next);
    folder = next;
  }
  return folder;
}

interface Level {
  path: string;
  level: number;
  isOpen(folder: string): boolean;
}

function addRows(rows: TreeRow[], { folders, scripts }: Folder, { path, level, isOpen }: Level): void {
  const setSize = folders.size + scripts.length;
  const prefix = path === '' ? '' : `${path}/`;
  let position = 0;
  const positionOf = (kind: string, own: string) => {
    position += 1;
    return { key: `${kind}:${own}`, path: own, label: baseNameOf(own), level, setSize, position };
  };
  for (const [segment, folder] of [...folders].toSorted(([one], [other]) => compareNames(one, other))) {
    const own = `${prefix}${segment}`;
    const isFolderOpen = isOpen(own);
    rows.push({ ...positionOf('folder', own), kind: 'folder', isOpen: isFolderOpen });
    if (isFolderOpen) addRows(rows, folder, { path: own, level: level + 1, isOpen });
  }
  for (const { name, metadata } of scripts.toSorted((one, other) => compareNames(one.name, other.name)))
    rows.push({ ...positionOf('script', name), kind: 'script', metadata });
}

const collator = new Intl.Collator('en', { numeric: true });
const compareNames = (one: string, other: string): number => collator.compare(one, other);
