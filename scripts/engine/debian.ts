/** Installs Debian packages on Debian and Ubuntu, as root and without a question. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns true on Debian, Ubuntu and the systems derived from them. */
export function isDebianLike(): boolean {
  if (process.platform !== 'linux' || !existsSync('/etc/os-release')) return false;
  const family = readFileSync('/etc/os-release', 'utf8')
    .split('\n')
    .filter((line) => /^ID(_LIKE)?=/.test(line))
    .join(' ');
  return /\b(debian|ubuntu)\b/.test(family) && hasCommand('apt-get');
}

/** Returns true if this process may install packages. */
export function canInstallPackages(): boolean {
  return isDebianLike() && process.getuid?.() === 0;
}

/** Returns true if a command is in PATH, or in the folders of root's commands, which PATH may lack. */
export function hasCommand(command: string): boolean {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  return folders.some((folder) => folder !== '' && existsSync(join(folder, command)));
}

/** Returns true if a Debian package is installed. */
export function isPackageInstalled(name: string): boolean {
  const { status, stdout } = spawnSync('dpkg-query', ['-W', '-f', `\${db:Status-Status}`, name], { encoding: 'utf8' });
  return status === 0 && stdout === 'installed';
}

let updated: Promise<void> | undefined;

/**
 * Installs packages after one `apt-get update` of this process. The output of apt-get is written to stderr.
 * @throws Error if apt-get fails
 */
export async function installPackages(names: readonly string[]): Promise<void> {
  updated ??= aptGet(['update', '-q']);
  await updated;
  await aptGet(['install', '-q', '-y', '--no-install-recommends', ...names]);
}

async function aptGet(args: readonly string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // On a machine that has just started, another apt-get may be running: wait for its lock.
  const options = ['-o', 'DPkg::Lock::Timeout=120', '-o', 'Acquire::Retries=3'];
  const child = spawn('apt-get', [...options, ...args], { env, stdio: ['ignore', 2, 2] });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error(`apt-get ${args[0]} failed with exit code ${code}; its messages are above`);
}
