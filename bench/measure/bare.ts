import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { execa } from 'execa';
import { makeTemporaryFolder } from './temporary-folder.ts';

export type BareInterpreter = 'python' | 'node' | 'bash';

/**
 * The interpreters of the sandbox image, run on this machine outside of any container: the fastest way to run the same
 * program. They run without a version manager, without this machine's site packages and with an empty environment.
 */
export interface BareInterpreters {
  /** A line with the binary and the version of each interpreter. */
  lines: string[];
  /** Returns the output of an interpreter with these arguments. */
  run(interpreter: BareInterpreter, args: readonly string[]): Promise<string>;
  remove(): void;
}

const binaries: Readonly<Record<BareInterpreter, string>> = {
  python: '/usr/bin/python3',
  node: '/usr/local/bin/node',
  bash: '/bin/bash',
};

/** The dynamic loader of the image's binaries, and the folders of its libraries. */
const loaders = [
  { file: 'lib64/ld-linux-x86-64.so.2', libraries: 'x86_64-linux-gnu' },
  { file: 'lib/ld-linux-aarch64.so.1', libraries: 'aarch64-linux-gnu' },
];

const execute = promisify(execFile);

/**
 * Copies the root of the image to a temporary folder and proves that its interpreters run from there.
 * @returns the reason where they cannot be run on this machine
 * @throws Error when a version is not the image's own
 */
export async function openBare(imageId: string, dockerHost: string): Promise<BareInterpreters | string> {
  if (platform() !== 'linux') return `the image's interpreters run on Linux only, and this is ${platform()}`;
  const { path: root, remove } = makeTemporaryFolder('bare');
  const env = { DOCKER_HOST: dockerHost };
  try {
    await exportRoot(imageId, root, env);
    const loader = loaders.find(({ file }) => existsSync(join(root, file)));
    if (loader === undefined) {
      remove();
      return "the image's interpreters are of another processor or C library than this benchmark knows";
    }
    const run = createRunner(root, loader);
    const lines = [];
    for (const interpreter of ['python', 'node', 'bash'] as const) {
      const version = await run(interpreter, ['--version']);
      const inImage = await versionInImage(imageId, binaries[interpreter], env);
      if (version !== inImage) throw new Error(`bare ${interpreter} is ${version}, that of the image is ${inImage}`);
      lines.push(`  ${interpreter.padEnd(8)} ${join(root, binaries[interpreter])}, ${version.split('\n')[0]}`);
    }
    return { lines, run, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** A container is created and never started: its file system is the image's. */
async function exportRoot(imageId: string, root: string, env: Record<string, string>): Promise<void> {
  const { stdout: id } = await execa('docker', ['create', '--network=none', imageId], { env });
  try {
    const unpack = ['--extract', '--no-same-owner', '--exclude=dev/*', '--exclude=proc/*', '--directory', root];
    await execa('docker', ['export', id], { env, buffer: false }).pipe('tar', unpack);
  } finally {
    await execa('docker', ['rm', '--force', id], { env });
  }
}

function createRunner(root: string, { file, libraries }: (typeof loaders)[number]): BareInterpreters['run'] {
  const loader = join(root, file);
  const libraryPath = [join(root, 'usr/lib', libraries), join(root, 'usr/lib')].join(':');
  const env = { PYTHONHOME: join(root, 'usr') };
  return async (interpreter, args) => {
    // No packages of this machine's user: the image has no user who could have any.
    const own = interpreter === 'python' ? ['-s'] : [];
    const command = ['--library-path', libraryPath, join(root, binaries[interpreter]), ...own, ...args];
    return (await execute(loader, command, { env: interpreter === 'python' ? env : {} })).stdout.trim();
  };
}

async function versionInImage(imageId: string, binary: string, env: Record<string, string>): Promise<string> {
  const command = ['run', '--rm', '--network=none', `--entrypoint=${binary}`, imageId, '--version'];
  return (await execa('docker', command, { env })).stdout.trim();
}
