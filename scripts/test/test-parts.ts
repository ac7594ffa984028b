/** The programs that suites need in addition to npm's packages: the Debian packages that have them, and the suites. */
import { existsSync } from 'node:fs';
import { canInstallPackages, hasCommand, installPackages, isPackageInstalled } from '../engine/debian.ts';
import type { Tier } from './test-report.ts';

interface TestPart {
  name: string;
  /** Present if PATH has all of them. Without commands, the part is present if its packages are installed. */
  commands: string[];
  /** Files that it needs too: the headers of a library, which no command shows. */
  files?: string[];
  /** Debian packages. */
  packages: string[];
  /** The suites that are skipped without it: their folder below the checkout, then a note in parentheses. */
  suites: string[];
  /** True if only suites of the full tier need it. */
  isFull?: boolean;
}

const allParts: readonly TestPart[] = [
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
    commands: ['chromium-headless-shell'],
    packages: ['chromium-headless-shell', 'fonts-dejavu-core'],
    suites: ['test/e2e'],
  },
  {
    name: 'the browser that a user has, for screenshots of every screen',
    commands: ['chromium'],
    packages: ['chromium'],
    suites: ['test/e2e/layout (other suites take the browser above)'],
    isFull: true,
  },
  {
    name: 'a virtual display, and the libraries of Electron',
    commands: ['Xvfb', 'unzip', 'python3'],
    packages: ['xvfb', 'xauth', 'unzip', 'python3', 'libgtk-3-0', 'libnss3', 'libasound2', 'libgbm1'],
    suites: ['test/shell'],
  },
  {
    name: 'HTTPie and jq',
    commands: ['http', 'jq'],
    packages: ['httpie', 'jq'],
    suites: ['test/docs/ (the pages that are pasted)'],
    isFull: true,
  },
  {
    name: 'a C compiler, and the programs that tests of init start',
    commands: ['gcc', 'unshare', 'pgrep', 'python3'],
    files: ['/usr/include/sodium.h'],
    packages: ['gcc', 'libc6-dev', 'libsodium-dev', 'util-linux', 'procps', 'python3'],
    suites: ['test/engine/init'],
  },
  {
    name: 'matplotlib and pandas, for the rich output of the Python kernel',
    commands: [],
    packages: ['python3', 'python3-matplotlib', 'python3-pandas'],
    suites: ['test/engine/kernels (figures and data frames)'],
    isFull: true,
  },
  {
    name: 'what builds a wheel, and a type checker of Python',
    commands: [],
    packages: ['python3', 'python3-pip', 'python3-setuptools', 'python3-wheel', 'python3-venv', 'mypy'],
    suites: ['test/clients/python'],
    isFull: true,
  },
  {
    name: 'the shells zsh and fish',
    commands: ['zsh', 'fish'],
    packages: ['zsh', 'fish'],
    suites: ['test/cli/completion'],
    isFull: true,
  },
  {
    name: 'kubectl',
    commands: ['kubectl'],
    packages: ['kubernetes-client'],
    suites: ['test/cli/commands/kube (the manifests in kubectl)', 'test/engine/kubernetes/fake-cluster (kubectl)'],
    isFull: true,
  },
  {
    name: 'the editors and programs of docs/clients',
    commands: ['nvim', 'emacs', 'pre-commit', 'jupyter-nbconvert', 'make', 'git'],
    packages: [...['neovim', 'emacs-nox', 'pre-commit', 'make', 'git'], ...['jupyter-nbconvert', 'python3-ipykernel']],
    suites: ['test/docs/clients'],
    isFull: true,
  },
];

/** Reported when there is no Electron. */
export const withoutElectron =
  'test/shell: needs an Electron ("npx install-electron" downloads it, ELECTRON_OVERRIDE_DIST_PATH names one)';

/** The suites that are skipped when no engine answers and none can be started. */
export const engineSuites = ['test/engine', 'test/daemon (everything that executes code)', 'test/cli (serve)'];

/**
 * Returns the parts that a run needs.
 * @param files the test files of the full tier that run, by default all of them
 */
export function partsFor(tier: Tier, files?: readonly string[]): readonly TestPart[] {
  const isNeeded = ({ isFull, suites }: TestPart) => {
    if (isFull !== true) return true;
    return tier === 'full' && (files === undefined || files.some((file) => suites.some((suite) => isOf(suite, file))));
  };
  return allParts.filter(isNeeded);
}

function isOf(suite: string, file: string): boolean {
  const [folder = ''] = suite.split(' ', 1);
  return file.startsWith(folder);
}

/**
 * Installs the missing parts on Debian and Ubuntu as root, after one `apt-get update`.
 * @returns a line for each part that is still missing, with its suites
 */
export async function installParts(
  parts: readonly TestPart[],
  onProgress: (message: string) => void,
): Promise<string[]> {
  if (process.platform !== 'linux') return missingLines(parts);
  const packages = canInstallPackages() ? absentPackages(parts) : [];
  if (packages.length > 0) {
    onProgress(`installing ${packages.join(', ')}`);
    await installPackages(packages).catch((error: Error) => onProgress(error.message));
  }
  return missingLines(parts);
}

function absentPackages(parts: readonly TestPart[]): string[] {
  const needed = parts.filter(isMissing).flatMap((part) => part.packages);
  return needed.filter((name) => !isPackageInstalled(name));
}

function isMissing({ commands, files = [], packages }: TestPart): boolean {
  if (files.some((path) => !existsSync(path))) return true;
  if (commands.length === 0) return packages.some((name) => !isPackageInstalled(name));
  return commands.some((command) => !hasCommand(command));
}

function missingLines(parts: readonly TestPart[]): string[] {
  return parts.filter(isMissing).map(({ name, packages, suites }) => {
    return `${suites.join(', ')}: needs ${name} (Debian: ${packages.join(', ')})`;
  });
}
