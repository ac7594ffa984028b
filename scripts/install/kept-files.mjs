// Files that are expensive to make and that several checkouts of a machine use, such as the packages of a lock file. They
// are in the user's cache, under a hash of their inputs or with hashes in them. Results of tests are never kept. A folder that
// cannot be written costs time, and fails nothing.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const packagesPrefix = 'node-modules-';
/** Packages of older lock files are removed. */
const maxPackages = 2;
/** In the folder of kept packages: the number of their files and bytes. A folder without it is not complete. */
const sizeFile = 'size.json';

/** Returns the folder of the kept files. */
export function keptFilesFolder() {
  return join(homedir(), '.cache/strongroom-ci');
}

/**
 * Copies the kept packages of this lock file to node_modules.
 * @param {string} root the checkout, without node_modules
 * @param {string} base
 * @returns {boolean} false if there are none, or if they are damaged; then they are removed
 */
export function copyKeptPackages(root, base = keptFilesFolder()) {
  const kept = join(base, nameOf(root));
  if (!existsSync(join(kept, sizeFile))) return false;
  const draft = join(root, `.cache/install-${process.pid}`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  if (isWholeCopy(kept, draft)) {
    renameSync(draft, join(root, 'node_modules'));
    utimesSync(kept, new Date(), new Date());
    return true;
  }
  rmSync(draft, { recursive: true, force: true });
  rmSync(kept, { recursive: true, force: true });
  return false;
}

/**
 * Copies kept packages, and compares the copy with their size.
 * @param {string} kept
 * @param {string} draft
 */
function isWholeCopy(kept, draft) {
  try {
    copyFolder(join(kept, 'node_modules'), draft);
    return readFileSync(join(kept, sizeFile), 'utf8') === sizeOf(draft);
  } catch {
    return false;
  }
}

/**
 * Keeps a copy of node_modules, which becomes visible when it is complete.
 * @param {string} root the checkout, right after its installation
 * @param {string} base
 */
export function keepPackages(root, base = keptFilesFolder()) {
  const kept = join(base, nameOf(root));
  if (existsSync(kept)) return;
  const draft = `${kept}.${process.pid}.tmp`;
  try {
    mkdirSync(draft, { recursive: true });
    copyFolder(join(root, 'node_modules'), join(draft, 'node_modules'));
    writeFileSync(join(draft, sizeFile), sizeOf(join(draft, 'node_modules')));
    renameSync(draft, kept);
    removeOldPackages(base);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Copies a kept folder to a folder that does not exist yet.
 * @param {string} name
 * @param {string} to
 */
export function copyKept(name, to) {
  const kept = join(keptFilesFolder(), name);
  if (!existsSync(kept) || existsSync(to)) return;
  const draft = `${to}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(to), { recursive: true });
    copyFolder(kept, draft);
    renameSync(draft, to);
  } catch {
    // Another run replaces it at this moment.
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Keeps a copy of a folder instead of the earlier one.
 * @param {string} name
 * @param {string} from
 */
export function keepCopy(name, from) {
  const kept = join(keptFilesFolder(), name);
  const draft = `${kept}.${process.pid}.tmp`;
  try {
    mkdirSync(keptFilesFolder(), { recursive: true });
    copyFolder(from, draft);
    rmSync(kept, { recursive: true, force: true });
    renameSync(draft, kept);
  } catch {
    // The disk is full, or another run keeps its copy at this moment.
    rmSync(draft, { recursive: true, force: true });
  }
}

/** @param {string} base */
function removeOldPackages(base) {
  const names = readdirSync(base).filter((name) => name.startsWith(packagesPrefix) && !name.endsWith('.tmp'));
  const folders = names.map((name) => join(base, name));
  const newestFirst = folders.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of newestFirst.slice(maxPackages)) rmSync(folder, { recursive: true, force: true });
}

/**
 * Returns the name of the packages of a checkout: what npm installs depends on the lock file, its settings and the platform.
 * @param {string} root
 */
function nameOf(root) {
  const hash = createHash('sha256');
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) hash.update(readFileSync(join(root, name)));
  hash.update([process.version, process.platform, process.arch].join(' '));
  return packagesPrefix + hash.digest('hex').slice(0, 16);
}

/**
 * Copies a folder with its times, which npm compares. `cp` shares the blocks where the file system can.
 * @param {string} from
 * @param {string} to
 */
function copyFolder(from, to) {
  if (process.platform === 'linux') execFileSync('cp', ['-a', '--reflink=auto', from, to]);
  else cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}

/**
 * Returns the number of the files of a folder and of their bytes.
 * @param {string} folder
 */
function sizeOf(folder) {
  let files = 0;
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files += 1;
    bytes += statSync(join(entry.parentPath, entry.name)).size;
  }
  return JSON.stringify({ files, bytes });
}
