import type { DraftFile } from '../option-fields.ts';

/** A folder of the files of a run: its folders and its files by their names. */
export interface FileFolder {
  name: string;
  /** Path with a slash at its end; empty for the working directory. */
  path: string;
  folders: readonly FileFolder[];
  files: readonly DraftFile[];
  /** Number of files in it and in all folders below. */
  count: number;
  bytes: number;
}

/** Returns the working directory of a run with its files. @param path of the folder, with a slash at its end */
export function folderOf(files: readonly DraftFile[], path = ''): FileFolder {
  const below = files.filter((file) => file.path.startsWith(path));
  const inFolders = Map.groupBy(below, (file) => nameOfFolder(file.path.slice(path.length)));
  const own = inFolders.get('') ?? [];
  inFolders.delete('');
  return {
    name: path.split('/').at(-2) ?? '',
    path,
    folders: [...inFolders.keys()].toSorted().map((name) => folderOf(inFolders.get(name) ?? [], `${path}${name}/`)),
    files: own.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    count: below.length,
    bytes: below.reduce((sum, { size }) => sum + size, 0),
  };
}

const nameOfFolder = (path: string): string => path.slice(0, Math.max(0, path.indexOf('/')));
