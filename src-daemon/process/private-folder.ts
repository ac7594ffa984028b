import { chmodSync, lstatSync, mkdirSync } from 'node:fs';

/**
 * Makes a folder that only its owner can enter (0700), or makes one that is there so.
 * @throws Error when something else stands there: a link, or a folder of another user
 */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  const uid = process.getuid?.();
  // The temp folder is everybody's: a folder that another user made there first would be theirs to read.
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid)) {
    throw new Error(`${path} is not a folder of this user; remove it or choose another`);
  }
  if (uid !== undefined && (found.mode & 0o777) !== 0o700) chmodSync(path, 0o700);
}
