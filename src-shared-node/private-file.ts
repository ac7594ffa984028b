import { lstatSync, type Stats } from 'node:fs';

/** Whether a file is this user's alone (0600, no link); undefined when there is none. Windows keeps by folders. */
export function isPrivateFile(path: string): boolean | undefined {
  const found = find(path);
  return found === undefined ? undefined : found.isFile() && isOwnersAlone(found);
}

/** Whether a folder is this user's alone (0700, no link); undefined when there is none. */
export function isPrivateFolder(path: string): boolean | undefined {
  const found = find(path);
  return found === undefined ? undefined : found.isDirectory() && isOwnersAlone(found);
}

function find(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A part of the path is a file.
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function isOwnersAlone({ uid: owner, mode }: Stats): boolean {
  const uid = process.getuid?.();
  return uid === undefined || (owner === uid && (mode & 0o077) === 0);
}
