// Brings node_modules to what package-lock.json says: all of it for whoever works on Strongroom, and for a start what it
// takes to build and to run, which is less than half. Runs on the system's Node, without any dependency.
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
import {
  hasDevelopmentParts,
  missingPackages,
  readInstalled,
  vouchForInstalled,
} from './install/installed-packages.mjs';
import { withAddresses } from './install/lock-addresses.mjs';
import { bringNodeArchive, hasNodeArchive } from './install/node-archive.mjs';
import { findPinnedNode, missingNode, nodeBinaries, thisMachine } from './install/pinned-node.mjs';
import { isSafeNode } from './install/safe-node.mjs';
import { takeTurn } from './install/setup-lock.mjs';

/** @typedef {import('./install/installed-packages.mjs').PackageSet} PackageSet */
/** @typedef {import('./install/node-archive.mjs').ArchiveSource & { machine?: import('./install/pinned-node.mjs').Machine }} MachineSource */

/**
 * Installs what is missing of a set, or is of another version than the lock says; nothing where nothing is. Of several
 * that ask at once, one installs and the others wait for it.
 * @param {string} root the checkout
 * @param {(words: string) => void} say progress
 * @param {PackageSet} set
 * @returns {Promise<boolean>} true when something was installed
 */
export async function ensureDependencies(root, say, set) {
  const leave = await takeTurn(root, say);
  try {
    // Whoever has the development parts gets them of the new lock as well: a start takes nothing away.
    const wanted = hasDevelopmentParts(root) ? 'all' : set;
    const isNodeNew = await ensureNodeArchive(root, say);
    const isDone = isComplete(root, wanted);
    if (!isDone) await install(root, say, wanted);
    linkNodeArchive(root);
    return isNodeNew || !isDone;
  } finally {
    leave();
  }
}

/**
 * Brings Node's own archive where this platform uses it. Where it cannot be had, a safe system Node does as well.
 * @param {string} root the checkout
 * @param {(message: string) => void} say progress
 * @param {MachineSource} source
 * @returns {Promise<boolean>} true if it was brought
 */
export async function ensureNodeArchive(root, say, { machine = thisMachine, ...source } = {}) {
  try {
    return await bringNodeArchive(root, say, { ...source, platform: `${machine.platform}-${machine.arch}` });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!isSafeNode(machine.version)) throw new Error(`${missingNode(machine)} ${reason}`);
    say(`${reason}; going on with Node ${machine.version} of this system`);
    return false;
  }
}

/**
 * Makes the archive's Node the `node` of npm's scripts, as a package of npm does; `npm ci` removes the link.
 * @param {string} root
 * @param {MachineSource} source
 */
export function linkNodeArchive(root, { machine = thisMachine, ...source } = {}) {
  const platform = `${machine.platform}-${machine.arch}`;
  if (!hasNodeArchive(root, platform, source)) return;
  const link = join(root, 'node_modules/.bin/node');
  rmSync(link, { force: true });
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(root, nodeBinaries[/** @type {keyof typeof nodeBinaries} */ (platform)]), link);
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
 * @param {(words: string) => void} say
 * @param {PackageSet} set
 */
async function install(root, say, set) {
  // `npm ci` empties node_modules first, and a daemon may be running on what is there: then only what differs is touched.
  const isBare = readInstalled(root) === undefined;
  const command = isBare ? 'ci' : 'install';
  const flags = [set === 'all' ? '--include=dev' : '--omit=dev', '--include=optional'];
  say(`installing ${set === 'all' ? 'all pinned packages' : 'what a start needs'} (npm ${command} ${flags[0]})`);
  if (isBare) await installAnew(root, say, ['ci', ...flags]);
  else {
    vouchForInstalled(root);
    await npm(root, ['install', '--no-save', ...flags]);
  }
  if (!findPinnedNode(root)) throw new Error(missingNode(thisMachine));
  const [missing] = missingPackages(root, set);
  if (missing) throw new Error(`npm ended well, but ${missing} is not as package-lock.json has it; run "npm ci"`);
}

/**
 * By a lock with addresses, in a folder of its own, from where node_modules is moved when it is whole; where that fails,
 * at a registry that has tarballs elsewhere, by the lock as it is.
 * @param {string} root
 * @param {(words: string) => void} say
 * @param {string[]} args of npm
 */
async function installAnew(root, say, args) {
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
    say(`${error instanceof Error ? error.message : error}; trying by the registry's listings`);
    await npm(root, args);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} cwd
 * @param {string[]} args
 * @param {'pipe' | 2} output where its standard output goes: to the standard error, unless it is wanted
 * @returns {Promise<string>} what was wanted
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
  if (code !== 0) throw new Error(`npm ${args[0]} failed with exit code ${code}; what it wrote stands above`);
  return text;
}

function npmCommand() {
  // The Node that npm itself runs on: the pinned one may be taken away while it works.
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (script && node && /npm-cli\.[cm]?js$/.test(script) && existsSync(node)) {
    return { file: node, before: [script], shell: false };
  }
  return { file: 'npm', before: [], shell: process.platform === 'win32' };
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const installed = await ensureDependencies(root, (words) => process.stderr.write(`${words}\n`), 'all');
  process.stderr.write(installed ? 'packages installed\n' : 'packages are up to date\n');
}
