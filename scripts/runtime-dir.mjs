// Where the running daemon and the engine leave notes for other programs of the same user. Runs before dependencies
// exist; src-daemon/config.ts follows the same rule.
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
  const { uid, username } = userInfo();
  return join(tmpdir(), `strongroom-${uid >= 0 ? uid : username}`);
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
