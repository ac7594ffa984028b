// What lies in node_modules, by npm's own account of it, against what package-lock.json wants there. There is no stamp of
// ours that could be wrong: an `npm ci` or `npm install` by hand keeps the account as well.
import { existsSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `start`: what it takes to build and to run; `all`: what it takes to work on it, too.
 * @typedef {'start' | 'all'} PackageSet
 * @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean }} LockEntry
 * @typedef {Record<string, LockEntry>} Packages by their folders below the checkout
 */

/**
 * The folders of a set's packages that are absent or of another version than the lock says. What is optional may be
 * missing: most of it is for other systems.
 * @param {string} root the checkout
 * @param {PackageSet} set
 * @returns {string[]}
 */
export function missingPackages(root, set) {
  const installed = readInstalled(root) ?? {};
  return Object.entries(readPackages(join(root, 'package-lock.json')))
    .filter(([folder, { dev }]) => folder !== '' && (set === 'all' || dev !== true))
    .filter(([folder, entry]) => !isThere(root, folder, { wanted: entry, found: installed[folder] }))
    .map(([folder]) => folder);
}

/**
 * What npm says it has installed; undefined where it has not, or not to the end: it writes its account last.
 * @param {string} root
 * @returns {Packages | undefined}
 */
export function readInstalled(root) {
  try {
    return readPackages(accountPath(root));
  } catch {
    return undefined;
  }
}

/**
 * True where packages are installed that only working on Strongroom takes.
 * @param {string} root
 */
export function hasDevelopmentParts(root) {
  const installed = Object.entries(readInstalled(root) ?? {});
  return installed.some(([folder, { dev }]) => dev === true && isFolderThere(root, folder));
}

/**
 * npm believes its account only while node_modules is no younger than it, and installs everything anew otherwise. A
 * cache folder of a tool in it is no reason for that; each package's own folder npm still looks at by itself.
 * @param {string} root
 */
export function vouchForInstalled(root) {
  const { mtime } = statSync(accountPath(root));
  const modules = join(root, 'node_modules');
  if (statSync(modules).mtime > mtime) utimesSync(modules, mtime, mtime);
}

/**
 * @param {string} root
 * @param {string} folder
 * @param {{ wanted: LockEntry, found: LockEntry | undefined }} entries
 */
function isThere(root, folder, { wanted, found }) {
  if (found === undefined) return wanted.optional === true;
  if (found.version !== wanted.version || found.integrity !== wanted.integrity) return false;
  return wanted.optional === true || isFolderThere(root, folder);
}

/**
 * `npm install --package-lock-only` writes an account of packages that it never brought.
 * @param {string} root
 * @param {string} folder
 */
function isFolderThere(root, folder) {
  return existsSync(join(root, folder, 'package.json'));
}

/** @param {string} root */
function accountPath(root) {
  return join(root, 'node_modules/.package-lock.json');
}

/**
 * @param {string} path
 * @returns {Packages}
 */
function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
}
