// Where the engine leaves its note for other programs of the same user. Runs before dependencies exist;
// src-shared-node/runtime-dir.ts follows the same rule.
import { chmodSync, lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/**
 * The runtime folder's path: `$XDG_RUNTIME_DIR/strongroom`, else `/run/strongroom` for root, else
 * `strongroom-<uid>` in the OS temp folder.
 */
export function runtimeDir() {
  const fromDesktop = process.env.XDG_RUNTIME_DIR;
  if (fromDesktop) return join(fromDesktop, 'strongroom');
  if (process.getuid?.() === 0 && process.platform === 'linux') return '/run/strongroom';
  return join(tmpdir(), `strongroom-${process.getuid?.() ?? userInfo().username}`);
}

/**
 * Whether a folder is this user's alone; src-shared-node/private-file.ts follows the same rule.
 * @param {string} folder
 */
export function isPrivateFolder(folder) {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return false;
  const uid = process.getuid?.();
  return uid === undefined || (found.uid === uid && (found.mode & 0o077) === 0);
}

/**
 * Makes the runtime folder (0700) and returns its path.
 * @throws Error when something else stands there: a link, or a folder of another user.
 */
export function makeRuntimeDir() {
  const folder = runtimeDir();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // The temp folder is everybody's: a folder that another user made first would hand them our sockets.
  const found = lstatSync(folder);
  const uid = process.getuid?.();
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid)) {
    throw new Error(`${folder} is not a folder of this user; remove it and try again`);
  }
  if (uid !== undefined) chmodSync(folder, 0o700);
  return folder;
}
