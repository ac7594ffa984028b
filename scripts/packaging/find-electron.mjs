// Finds an Electron binary: the one that the environment names, the one that npm's package has downloaded, or the one
// that the tests have put aside. Runs before dependencies exist.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} root the checkout
 * @returns {string | undefined} the absolute path of the binary
 */
export function findElectron(root) {
  const given = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder = join(root, 'node_modules/electron');
  const inside = readIfAny(join(folder, 'path.txt')) ?? binaryName();
  const places = given ? [join(given, inside)] : [join(folder, 'dist', inside), join(keptFolder(root), binaryName())];
  return places.find((path) => existsSync(path));
}

/**
 * Brings the Electron of the tests where a script beside the checkout can: `../shared/tools/electron/install.sh`.
 * @param {string} root
 * @param {(words: string) => void} say progress
 * @returns {Promise<string | undefined>} the binary; undefined where none can be had
 */
export async function bringElectron(root, say) {
  const found = findElectron(root);
  const script = join(root, '../shared/tools/electron/install.sh');
  if (found || !existsSync(script) || process.platform !== 'linux') return found;
  say('putting a real Electron into .cache/electron');
  const child = spawn('bash', [script, keptFolder(root)], { stdio: ['ignore', 2, 2] });
  await new Promise((done, fail) => child.once('error', fail).once('close', done));
  return findElectron(root);
}

/** @param {string} root */
function keptFolder(root) {
  return join(root, '.cache/electron');
}

function binaryName() {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

/** @param {string} path */
function readIfAny(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
