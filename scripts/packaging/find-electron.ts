import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keptFilesFolder } from '../install/kept-files.mjs';

/**
 * Finds an Electron binary: of ELECTRON_OVERRIDE_DIST_PATH, else the download of npm's package, else the one that
 * `installTestElectron` has put into the user's cache.
 * @param root the checkout
 * @returns the absolute path
 */
export function findElectron(root: string): string | undefined {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder = join(root, 'node_modules/electron');
  const inside = readIfPresent(join(folder, 'path.txt')) ?? binaryName();
  const paths = override
    ? [join(override, inside)]
    : [join(folder, 'dist', inside), ...testElectrons(root).map((dist) => join(dist, binaryName()))];
  return paths.find((path) => existsSync(path));
}

/**
 * Installs the Electron of the tests if a script next to the checkout can: `../shared/tools/electron/install.sh`.
 * @returns the binary, or undefined if there is none
 */
export async function installTestElectron(
  root: string,
  onProgress: (message: string) => void,
): Promise<string | undefined> {
  const found = findElectron(root);
  const [folder] = testElectrons(root);
  if (found || folder === undefined || process.platform !== 'linux') return found;
  onProgress(`installing an Electron into ${folder}`);
  // The registry can fail once.
  if (!(await runScript(root, folder))) await runScript(root, folder);
  return findElectron(root);
}

/** Returns true if the script succeeded. */
async function runScript(root: string, folder: string): Promise<boolean> {
  const child = spawn('bash', [scriptOf(root), folder], { stdio: ['ignore', 2, 2] });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  return code === 0;
}

/** Returns the folder that the script next to the checkout installs into, or nothing if there is no script. */
function testElectrons(root: string): string[] {
  const script = scriptOf(root);
  if (!existsSync(script)) return [];
  const digest = createHash('sha256').update(readFileSync(script)).digest('hex').slice(0, 16);
  return [join(keptFilesFolder(), `electron-${digest}`)];
}

function scriptOf(root: string): string {
  return join(root, '../shared/tools/electron/install.sh');
}

function binaryName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

function readIfPresent(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
