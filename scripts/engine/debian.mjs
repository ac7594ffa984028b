// Installs Debian packages on Debian and Ubuntu, as root and without a question.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** True on Debian, Ubuntu and what calls itself their like. */
export function isDebianLike() {
  if (process.platform !== 'linux' || !existsSync('/etc/os-release')) return false;
  const family = readFileSync('/etc/os-release', 'utf8')
    .split('\n')
    .filter((line) => /^ID(_LIKE)?=/.test(line))
    .join(' ');
  return /\b(debian|ubuntu)\b/.test(family) && hasCommand('apt-get');
}

/** True where this process may install packages. */
export function canInstallPackages() {
  return isDebianLike() && process.getuid?.() === 0;
}

/** @param {string} command looked for in PATH, and where root's commands are when PATH leaves them out */
export function hasCommand(command) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];
  return folders.some((folder) => folder !== '' && existsSync(join(folder, command)));
}

/** @param {string} name of a Debian package */
export function isPackageInstalled(name) {
  const asked = spawnSync('dpkg-query', ['-W', '-f', `\${db:Status-Status}`, name], { encoding: 'utf8' });
  return asked.status === 0 && asked.stdout === 'installed';
}

/**
 * Installs packages after one `apt-get update`; what apt writes goes to stderr.
 * @param {string[]} names
 * @throws Error when apt-get fails
 */
export async function installPackages(names) {
  await aptGet(['update', '-q']);
  await aptGet(['install', '-q', '-y', '--no-install-recommends', ...names]);
}

/** @param {string[]} args */
async function aptGet(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another apt may be at work on a machine that was just started: wait for it.
  const child = spawn('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], { env, stdio: ['ignore', 2, 2] });
  const code = await new Promise((done, fail) => child.once('error', fail).once('close', done));
  if (code !== 0) throw new Error(`apt-get ${args[0]} failed with exit code ${code}; what it wrote stands above`);
}
