// Tells whether out/ was made from the sources as they are now. Runs before dependencies exist.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is built, and from which entry; an entry that does not exist yet is left out. */
export const bundles = [
  { name: 'daemon', entry: 'src-daemon/process/index.ts' },
  { name: 'cli', entry: 'src-cli/index.ts' },
  { name: 'offline', entry: 'src-daemon/process/offline-process.ts' },
  { name: 'watchdog', entry: 'src-daemon/watchdog/watchdog-thread.ts' },
  { name: 'migration', entry: 'src-daemon/db/migration-thread.ts' },
  { name: 'remover', entry: 'src-daemon/engine/docker/remover/remover-process.ts' },
  { name: 'renderer', entry: 'src-renderer/index.html' },
  { name: 'main', entry: 'src-main/index.ts' },
  { name: 'preload', entry: 'src-main/preload/index.ts' },
];

/** @type {Record<string, string>} */
const bundleFiles = { renderer: 'index.html', preload: 'index.cjs' };

/**
 * True when a bundle is missing or older than its sources (by content, so a fresh clone with an old out/ is caught).
 * @param {string} root the checkout
 */
export function isBuildStale(root) {
  const stamp = join(root, 'out/.stamp');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourceHash(root)) return true;
  return bundles.some(({ name, entry }) => existsSync(join(root, entry)) && !existsSync(bundlePath(root, name)));
}

/**
 * @param {string} root
 * @param {string} name
 */
export function bundlePath(root, name) {
  return join(root, 'out', name, bundleFiles[name] ?? 'index.js');
}

const builtRooms = ['src-shared', 'src-shared-node', 'src-daemon', 'src-cli', 'src-main', 'src-renderer'];

/**
 * A fingerprint of all that goes into a build; take it before the build, so that an edit during it is not missed.
 * @param {string} root
 */
export function sourceHash(root) {
  const hash = createHash('sha256');
  const rooms = builtRooms.flatMap((room) => filesBelow(root, room));
  const scripts = ['build.ts', 'daemon-build.ts', 'integrity-plugin.ts'].map((name) => `scripts/${name}`);
  const configs = [...scripts, 'electron.vite.config.ts'].filter((path) => existsSync(join(root, path)));
  for (const path of [...rooms, 'package-lock.json', 'package.json', ...configs]) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {string} hash as `sourceHash` gave it before the build
 */
export function writeBuildStamp(root, hash) {
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(join(root, 'out/.stamp'), hash);
}

/**
 * @param {string} root
 * @param {string} folder
 * @returns {string[]}
 */
function filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((found) => {
      const path = `${folder}/${found.name}`;
      return found.isDirectory() ? filesBelow(root, path) : [path];
    });
}
