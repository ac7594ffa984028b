import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { findRuntimeDir } from '../../src-shared-node/runtime-dir.ts';

/**
 * Creates the runtime folder (0700) and returns its path.
 * @throws Error if the path is a link, or belongs to another user
 */
export function createRuntimeDir(): string {
  const folder = findRuntimeDir(process.env);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // All users can write to the temporary folder: another user may have created it to receive our sockets.
  const found = lstatSync(folder);
  const uid = process.getuid?.();
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid)) {
    throw new Error(`${folder} is not a folder of this user; remove it and try again`);
  }
  if (uid !== undefined) chmodSync(folder, 0o700);
  return folder;
}
