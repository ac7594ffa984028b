import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Finds an Electron binary: of ELECTRON_OVERRIDE_DIST_PATH, else the download of npm's package, else the one that
 * `installTestElectron` has put into `.cache`.
 * @param root the checkout
 * @returns the absolute path
 */
export function findElectron(root: string): string | undefined {
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const folder = join(root, 'node_modules/electron');
  const inside = readIfPresent(join(folder, 'path.txt')) ?? binaryName();
  const paths = override
    ? [join(override, inside)]
    : [join(folder, 'dist', inside), join(cacheFolder(root), binaryName())];
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
  const script = join(root, '../shared/tools/electron/install.sh');
  if (found || !existsSync(script) || process.platform !== 'linux') return found;
  onProgress('installing an Electron into .cache/electron');
  const child = spawn('bash', [script, cacheFolder(root)], { stdio: ['ignore', 2, 2] });
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  return findElectron(root);
}

function cacheFolder(root: string): string {
  return join(root, '.cache/electron');
}

function binaryName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}

function readIfPresent(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
