import { lstatSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs';

/** Returns true if only this user can access a file (0600, no link); undefined if there is none. Always true on Windows. */
export function isPrivateFile(path: string): boolean | undefined {
  const found = find(path);
  return found === undefined ? undefined : found.isFile() && isOwnerOnly(found);
}

/** Returns true if only this user can access a folder (0700, no link); undefined if there is none. */
export function isPrivateFolder(path: string): boolean | undefined {
  const found = find(path);
  return found === undefined ? undefined : found.isDirectory() && isOwnerOnly(found);
}

/** Writes a file that only this user can access (0600), in one step. @throws the error of the system; the former file stays */
export function replacePrivateFile(path: string, content: string | Uint8Array): void {
  const draft = `${path}.${process.pid}.part`;
  try {
    // An earlier process with this pid may have left one.
    rmSync(draft, { force: true });
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx' });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
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

function isOwnerOnly({ uid: owner, mode }: Stats): boolean {
  const uid = process.getuid?.();
  return uid === undefined || (owner === uid && (mode & 0o077) === 0);
}
