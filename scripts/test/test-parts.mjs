// The real parts that suites need beyond npm's packages: where they come from, and which suites do without.
import { canInstallPackages, hasCommand, installPackages, isPackageInstalled } from '../engine/debian.mjs';

/**
 * One row a part; a later issue adds its own (a browser, a display).
 * @type {{ name: string, commands: string[], packages: string[], suites: string[] }[]}
 */
const parts = [
  {
    name: 'a way to make the sandbox image without a registry',
    commands: ['mmdebstrap'],
    packages: ['mmdebstrap'],
    suites: ['test/engine (only where no image can be pulled)'],
  },
  {
    name: 'bubblewrap',
    commands: ['bwrap'],
    packages: ['bubblewrap'],
    suites: ['test/engine/embedded (the children in bubblewrap)'],
  },
  {
    name: 'a real Secret Service',
    commands: ['gnome-keyring-daemon', 'dbus-run-session', 'secret-tool'],
    packages: ['gnome-keyring', 'dbus-x11', 'libsecret-tools'],
    suites: ['test/daemon/keystore (the kind "os")'],
  },
  {
    name: 'a real browser',
    commands: ['chromium'],
    packages: ['chromium', 'fonts-dejavu-core'],
    suites: ['test/e2e'],
  },
  {
    name: 'a display that nobody sees, and what Electron needs',
    commands: ['Xvfb', 'unzip', 'python3'],
    packages: ['xvfb', 'xauth', 'unzip', 'python3', 'libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1'],
    suites: ['test/shell'],
  },
  {
    name: 'HTTPie and jq',
    commands: ['http', 'jq'],
    packages: ['httpie', 'jq'],
    suites: ['test/docs'],
  },
  {
    name: 'the shells zsh and fish',
    commands: ['zsh', 'fish'],
    packages: ['zsh', 'fish'],
    suites: ['test/cli/completion'],
  },
];

export const withoutElectron =
  'test/shell: needs an Electron ("npx install-electron" downloads it, ELECTRON_OVERRIDE_DIST_PATH names one)';

/** Named where no engine answers and none can be started. */
export const engineSuites = ['test/engine', 'test/daemon (all that executes code)', 'test/cli (serve)'];

/**
 * Installs what is missing, where that is possible, after one `apt-get update`.
 * @param {(words: string) => void} say progress
 * @returns {Promise<string[]>} a line for each part that is still missing, with its suites
 */
export async function bringParts(say) {
  if (process.platform !== 'linux') return missingLines();
  const packages = canInstallPackages() ? absentPackages() : [];
  if (packages.length > 0) {
    say(`installing ${packages.join(', ')}`);
    await installPackages(packages).catch((error) => say(error.message));
  }
  return missingLines();
}

function absentPackages() {
  const wanted = parts.filter(isMissing).flatMap((part) => part.packages);
  // Together with these, so that one update serves all; the engine's own script asks again and finds them.
  if (!hasCommand('dockerd') && !hasCommand('docker')) wanted.push('docker.io', 'iptables', 'iproute2', 'crun');
  return wanted.filter((name) => !isPackageInstalled(name));
}

/** @param {(typeof parts)[number]} part */
function isMissing({ commands }) {
  return commands.some((command) => !hasCommand(command));
}

function missingLines() {
  return parts.filter(isMissing).map(({ name, packages, suites }) => {
    return `${suites.join(', ')}: needs ${name} (Debian: ${packages.join(', ')})`;
  });
}
