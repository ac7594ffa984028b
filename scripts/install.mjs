// Installs the packages of package-lock.json: all of them for development, or the packages that `npm start` builds and runs
// with, which are less than half. Runs on the system's Node, without any dependency.
import { spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeBinaries } from '../src-shared-node/node-binaries.mjs';
import { isSafeNode } from '../src-shared-node/safe-node.mjs';
import {
  hasDevelopmentPackages,
  missingPackages,
  readInstalled,
  restoreModificationTime,
} from './install/installed-packages.mjs';
import { copyKeptPackages, keepPackages } from './install/kept-files.mjs';
import { withAddresses } from './install/lock-addresses.mjs';
import { hasNodeArchive, installNodeArchive } from './install/node-archive.mjs';
import { findPinnedNode, lowestNode, missingNode, thisMachine } from './install/pinned-node.mjs';
import { acquireSetupLock } from './install/setup-lock.mjs';

/** @typedef {import('./install/installed-packages.mjs').PackageSet} PackageSet */
/** @typedef {import('./install/node-archive.mjs').ArchiveSource & { machine?: import('./install/pinned-node.mjs').Machine }} MachineSource */

/** @typedef {(message: string) => void} OnProgress */

/**
 * Installs the packages of a set that are missing, or that have another version than in the lock. If several processes
 * call it at the same time, one installs and the others wait.
 * @param {string} root the checkout
 * @param {OnProgress} onProgress
 * @param {PackageSet} set
 * @returns {Promise<boolean>} true if something was installed
 */
export async function ensureDependencies(root, onProgress, set) {
  const release = await acquireSetupLock(root, onProgress);
  try {
    // A start must not remove the packages of a developer: it updates all of them.
    const required = hasDevelopmentPackages(root) ? 'all' : set;
    const isNodeNew = await ensureNodeArchive(root, onProgress);
    const isDone = isComplete(root, required);
    if (!isDone && !hasCopied(root, onProgress, required)) await install(root, onProgress, required);
    linkNodeArchive(root);
    return isNodeNew || !isDone;
  } finally {
    release();
  }
}

/**
 * On CI, copies the packages that an earlier run kept, instead of a whole installation.
 * @param {string} root the checkout
 * @param {OnProgress} onProgress
 * @param {PackageSet} set
 */
function hasCopied(root, onProgress, set) {
  if (process.env.CI !== 'true' || set !== 'all' || existsSync(join(root, 'node_modules'))) return false;
  if (!copyKeptPackages(root) || !isComplete(root, set)) return false;
  onProgress('copied the packages of an earlier run');
  return true;
}

/**
 * Installs Node's own archive on a platform that uses it. If that fails, a safe system Node is used instead.
 * @param {string} root the checkout
 * @param {OnProgress} onProgress
 * @param {MachineSource} source
 * @returns {Promise<boolean>} true if it was installed
 */
export async function ensureNodeArchive(root, onProgress, { machine = thisMachine, ...source } = {}) {
  try {
    return await installNodeArchive(root, onProgress, { ...source, platform: `${machine.platform}-${machine.arch}` });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!isSafeNode(machine.version, lowestNode)) throw new Error(`${missingNode(machine)} ${reason}`);
    onProgress(`${reason}; continuing with Node ${machine.version} of this system`);
    return false;
  }
}

/**
 * Links the archive's Node to `node_modules/.bin/node`, where npm's scripts find it first. `npm ci` removes the link.
 * @param {string} root
 * @param {MachineSource} source
 */
export function linkNodeArchive(root, { machine = thisMachine, ...source } = {}) {
  const platform = `${machine.platform}-${machine.arch}`;
  if (!hasNodeArchive(root, platform, source)) return;
  const link = join(root, 'node_modules/.bin/node');
  rmSync(link, { force: true });
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(root, nodeBinaries[platform] ?? ''), link);
}

/**
 * @param {string} root
 * @param {PackageSet} set
 */
function isComplete(root, set) {
  return findPinnedNode(root) !== undefined && missingPackages(root, set).length === 0;
}

/**
 * @param {string} root
 * @param {OnProgress} onProgress
 * @param {PackageSet} set
 */
async function install(root, onProgress, set) {
  // `npm ci` empties node_modules first. A daemon may be running from it, so `npm install` changes only what differs.
  const isBare = readInstalled(root) === undefined;
  const command = isBare ? 'ci' : 'install';
  const flags = [set === 'all' ? '--include=dev' : '--omit=dev', '--include=optional'];
  const packages = set === 'all' ? 'all pinned packages' : 'the packages that a start needs';
  onProgress(`installing ${packages} (npm ${command} ${flags[0]})`);
  if (isBare) await installFromScratch(root, onProgress, ['ci', ...flags]);
  else {
    restoreModificationTime(root);
    await npm(root, ['install', '--no-save', ...flags]);
  }
  if (!findPinnedNode(root)) throw new Error(missingNode(thisMachine));
  const [missing] = missingPackages(root, set);
  if (missing) throw new Error(`npm succeeded, but ${missing} is not the version of package-lock.json; run "npm ci"`);
  if (process.env.CI === 'true' && isBare && set === 'all') keep(root, onProgress);
}

/**
 * @param {string} root
 * @param {OnProgress} onProgress
 */
function keep(root, onProgress) {
  try {
    keepPackages(root);
  } catch (error) {
    onProgress(`the packages are not kept for the next run: ${error instanceof Error ? error.message : error}`);
  }
}

/**
 * Installs into a temporary folder, by a lock with the address of each tarball, and moves node_modules when it is
 * complete. If the registry has its tarballs at other addresses, it installs by the lock of the checkout.
 * @param {string} root
 * @param {OnProgress} onProgress
 * @param {string[]} args of npm
 */
async function installFromScratch(root, onProgress, args) {
  const folder = join(root, '.cache/install');
  try {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const name of ['package.json', '.npmrc']) copyFileSync(join(root, name), join(folder, name));
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
    const registry = (await npm(root, ['config', 'get', 'registry'], 'pipe')).trim();
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(withAddresses(lock, registry)));
    await npm(folder, args);
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    renameSync(join(folder, 'node_modules'), join(root, 'node_modules'));
  } catch (error) {
    onProgress(`${error instanceof Error ? error.message : error}; trying again with the registry's package listings`);
    await npm(root, args);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param {'pipe' | 2} output receives npm's standard output: the standard error, or the returned text
 * @returns {Promise<string>}
 */
async function npm(cwd, args, output = 2) {
  const { file, before, shell } = npmCommand();
  const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const child = spawn(file, [...before, ...args, ...quiet], { cwd, shell, stdio: ['ignore', output, 2] });
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0) throw new Error(`npm ${args[0]} failed with exit code ${code}; its messages are above`);
  return text;
}

function npmCommand() {
  // npm runs on its own Node, because npm may replace the pinned one.
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script && node && /npm-cli\.[cm]?js$/.test(script) && existsSync(node)) {
    return { file: node, before: [script], shell: false };
  }
  return { file: 'npm', before: [], shell: process.platform === 'win32' };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const installed = await ensureDependencies(root, (message) => process.stderr.write(`${message}\n`), 'all');
  process.stderr.write(installed ? 'packages installed\n' : 'packages are up to date\n');
}
