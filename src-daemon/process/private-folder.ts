import { chmodSync, lstatSync, mkdirSync } from 'node:fs';

/** A file, a link or a folder of another user has the path of a private folder. */
export class PrivateFolderError extends Error {
  readonly reason = 'not_ours';

  constructor(path: string) {
    super(`${path} is not a folder of this user. Remove it, or choose another folder with --data-dir.`);
    this.name = 'PrivateFolderError';
  }
}

/**
 * Creates a folder that only its owner can access (0700), or restricts an existing one to that.
 * @throws PrivateFolderError
 */
export function makePrivateFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  const uid = process.getuid?.();
  // The temp folder is everybody's: a folder that another user made there first would be theirs to read.
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid)) {
    throw new PrivateFolderError(path);
  }
  if (uid !== undefined && (found.mode & 0o777) !== 0o700) chmodSync(path, 0o700);
}
