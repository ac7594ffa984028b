// Finds the Node that Strongroom runs on. It comes from the npm package of the platform, or from Node's own archive if no
// package has a safe version. On other platforms it is the system's Node, if that is safe.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeBinaries } from '../../src-shared-node/node-binaries.mjs';
import { isSafeNode } from '../../src-shared-node/safe-node.mjs';
import { hasNodeArchive, nodeArchives } from './node-archive.mjs';

/** The lowest version without known security holes. Addons are loaded on its major version only. */
export const lowestNode = String(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).lowestNode,
);

/**
 * The platform and the Node of this process, or of a test.
 * @typedef {{ platform: string, arch: string, version: string, execPath: string }} Machine
 */

/** @type {Machine} */
export const thisMachine = {
  platform: process.platform,
  arch: process.arch,
  version: process.versions.node,
  execPath: process.execPath,
};

/**
 * Returns the absolute path of the binary, or undefined if there is none.
 * @param {string} root the checkout
 * @param {Machine} machine
 */
export function findPinnedNode(root, machine = thisMachine) {
  const installed = findInstalledNode(root, machine);
  if (installed !== undefined) return installed;
  const hasPackage = platformOf(machine) in nodeBinaries && !(platformOf(machine) in nodeArchives);
  return !hasPackage && isSafeNode(machine.version, lowestNode) ? machine.execPath : undefined;
}

/**
 * Returns the absolute path of the binary.
 * @param {string} root the checkout
 * @param {Machine} machine
 * @returns {string}
 * @throws {Error} if there is none
 */
export function pinnedNode(root, machine = thisMachine) {
  const found = findPinnedNode(root, machine);
  if (found === undefined) throw new Error(missingNode(machine));
  return found;
}

/**
 * Returns the binary for the desktop package. It is never the system's Node, which may need libraries of its system.
 * @param {string} root the checkout
 * @returns {string}
 * @throws {Error} if there is none
 */
export function bundledNode(root) {
  const found = findInstalledNode(root, thisMachine);
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
function findInstalledNode(root, machine) {
  const platform = platformOf(machine);
  const path = nodeBinaries[platform];
  if (path === undefined || (platform in nodeArchives && !hasNodeArchive(root, platform))) return undefined;
  const binary = join(root, path);
  return existsSync(binary) ? binary : undefined;
}

/** @param {Machine} machine */
function platformOf({ platform, arch }) {
  return `${platform}-${arch}`;
}
