// Compares node_modules with package-lock.json. It reads npm's own list of installed packages (the hidden lockfile
// node_modules/.package-lock.json), which a manual `npm ci` or `npm install` keeps up to date as well.
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `start`: the packages to build and to run Strongroom; `all`: the packages for its development, too.
 * @typedef {'start' | 'all'} PackageSet
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean }} LockEntry
 * @typedef {Record<string, LockEntry>} Packages by their folders below the checkout
 */

/**
 * Lists the folders of a set's packages that are missing or have another version than in the lock. Optional packages may
 * be missing: most of them are for other systems.
 * @param {string} root the checkout
 * @param {PackageSet} set
 * @returns {string[]}
 */
export function missingPackages(root, set) {
  const installed = readInstalled(root) ?? {};
  return Object.entries(readPackages(join(root, 'package-lock.json')))
    .filter(([folder, { dev }]) => folder !== '' && (set === 'all' || dev !== true))
    .filter(([folder, entry]) => !isInstalled(root, folder, { locked: entry, found: installed[folder] }))
    .map(([folder]) => folder);
}

/**
 * Reads npm's hidden lockfile. Returns undefined if there is none: npm writes it last, so an interrupted installation has
 * none.
 * @param {string} root
 * @returns {Packages | undefined}
 */
export function readInstalled(root) {
  try {
    return readPackages(hiddenLockPath(root));
  } catch {
    return undefined;
  }
}

/**
 * Returns true if a development package is installed.
 * @param {string} root
 */
export function hasDevelopmentPackages(root) {
  const installed = Object.entries(readInstalled(root) ?? {});
  return installed.some(([folder, { dev }]) => dev === true && hasManifest(root, folder));
}

/**
 * Sets the modification time of node_modules back to that of the hidden lockfile. npm ignores the lockfile if node_modules
 * is newer, and installs everything again. A tool's cache folder in node_modules makes it newer. npm still checks the time
 * of each package's folder.
 * @param {string} root
 */
export function restoreModificationTime(root) {
  const { mtime } = statSync(hiddenLockPath(root));
  const modules = join(root, 'node_modules');
  if (statSync(modules).mtime > mtime) utimesSync(modules, mtime, mtime);
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {{ locked: LockEntry, found: LockEntry | undefined }} entries
 */
function isInstalled(root, folder, { locked, found }) {
  if (found === undefined) return locked.optional === true;
  if (found.version !== locked.version || found.integrity !== locked.integrity) return false;
  return locked.optional === true || hasManifest(root, folder);
}

/**
 * The hidden lockfile is not enough: `npm install --package-lock-only` lists packages in it that are not installed.
 * @param {string} root
 * @param {string} folder
 */
function hasManifest(root, folder) {
  return existsSync(join(root, folder, 'package.json'));
}

/** @param {string} root */
function hiddenLockPath(root) {
  return join(root, 'node_modules/.package-lock.json');
}

/**
 * @param {string} path
 * @returns {Packages}
 */
function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}
