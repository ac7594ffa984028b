/** Finds out whether out/ was built from the current sources. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The bundles and their entries. An entry that does not exist is skipped. */
export const bundles = [
  { name: 'daemon', entry: 'src-daemon/process/index.ts' },
  { name: 'cli', entry: 'src-cli/index.ts' },
  { name: 'offline', entry: 'src-daemon/process/offline-process.ts' },
  { name: 'watchdog', entry: 'src-daemon/watchdog/watchdog-thread.ts' },
  { name: 'migration', entry: 'src-daemon/db/migration-thread.ts' },
  { name: 'remover', entry: 'src-daemon/engine/docker/remover/remover-process.ts' },
  { name: 'egress', entry: 'src-daemon/egress/child/egress-child.ts' },
  { name: 'renderer', entry: 'src-renderer/index.html' },
  { name: 'main', entry: 'src-main/index.ts' },
  { name: 'preload', entry: 'src-main/preload/index.ts' },
];

const bundleFiles: Record<string, string> = { cli: 'index.cjs', renderer: 'index.html', preload: 'index.cjs' };

const builtFolders = ['src-shared', 'src-shared-node', 'src-daemon', 'src-cli', 'src-main', 'src-renderer'];

const buildFiles = [
  'package-lock.json',
  'package.json',
  'scripts/build.ts',
  'scripts/build/command-build.ts',
  'scripts/build/command-plugins.ts',
  'scripts/build/daemon-build.ts',
  'scripts/build/integrity-plugin.ts',
  'electron.vite.config.ts',
  // Part of the daemon's bundle.
  'resources/embedded/protocol.mjs',
];

/**
 * Returns true if a bundle is missing or older than its sources. Sources are compared by content, so that a fresh clone
 * with an old out/ is recognised.
 * @param root the checkout
 */
export function isBuildStale(root: string): boolean {
  const stamp = join(root, 'out/.stamp');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourceHash(root)) return true;
  return bundles.some(({ name, entry }) => existsSync(join(root, entry)) && !existsSync(bundlePath(root, name)));
}

/** Returns the path of a bundle's entry in out/. */
export function bundlePath(root: string, name: string): string {
  return join(root, 'out', name, bundleFiles[name] ?? 'index.js');
}

/**
 * Returns a SHA-256 of everything that the build reads, in hexadecimal. Compute it before the build, so that an edit
 * during the build makes the result stale.
 */
export function sourceHash(root: string): string {
  const hash = createHash('sha256');
  const sources = builtFolders.flatMap((folder) => filesBelow(root, folder));
  for (const path of [...sources, ...buildFiles.filter((file) => existsSync(join(root, file)))]) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0');
  }
  return hash.digest('hex');
}

/** @param hash the result of `sourceHash` before the build */
export function writeBuildStamp(root: string, hash: string): void {
  mkdirSync(join(root, 'out'), { recursive: true });
  writeFileSync(join(root, 'out/.stamp'), hash);
}

function filesBelow(root: string, folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((found) => {
      const path = `${folder}/${found.name}`;
      return found.isDirectory() ? filesBelow(root, path) : [path];
    });
}
