import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished } from 'vitest';
import { type KernelProcess, startKernel } from '../../support/kernels/kernel-process.ts';

const drivers = join(import.meta.dirname, '../../../resources/sandbox/kernels');
// The image has a later version than the machine may have.
const python = process.env.STRONGROOM_TEST_PYTHON ?? '/usr/bin/python3';
const bash = '/usr/bin/bash';

/**
 * Prints `started`, and runs until an interrupt. It starts no program, so no interrupt meets the moment in which bash
 * begins to wait for one and then never ends the cell (kernel.sh).
 */
export const busyCell = 'echo started; while :; do :; done';

interface StartOptions {
  /** The work directory; the temporary folder of the test file unless given. */
  readonly cwd?: string;
  /** If given, the kernel starts ahead of use. */
  readonly warmEnvironment?: Readonly<Record<string, string>>;
}

/** Declares a suite that needs the interpreter of the sandbox image on this machine. */
export function describePython(name: string, suite: () => void): void {
  describe.skipIf(!canRun(python))(`${name} (needs Debian's python3)`, suite);
}

/** Declares a suite that needs the shell of the sandbox image on this machine. */
export function describeBash(name: string, suite: () => void): void {
  describe.skipIf(!canRun(bash))(`${name} (needs Debian's bash)`, suite);
}

/** Starts the Python kernel, which ends with the test. */
export function startPython(options: StartOptions = {}): Promise<KernelProcess> {
  // The sources of the checkout get no compiled files.
  const env = { PYTHONDONTWRITEBYTECODE: '1', MPLCONFIGDIR: tmpdir() };
  return startForTest([python, join(drivers, 'python')], { env, isSignalledAlone: true, ...options });
}

/** Starts the Bash kernel, which ends with the test. */
export function startBash(options: StartOptions = {}): Promise<KernelProcess> {
  return startForTest([bash, '--noprofile', '--norc', join(drivers, 'bash/kernel.sh')], options);
}

async function startForTest(
  command: readonly string[],
  options: StartOptions & { readonly env?: Readonly<Record<string, string>>; readonly isSignalledAlone?: boolean },
): Promise<KernelProcess> {
  const kernel = await startKernel({ cwd: tmpdir(), ...options, command });
  onTestFinished(() => kernel.stop());
  return kernel;
}

function canRun(program: string): boolean {
  return process.env.CI === 'true' || (process.platform === 'linux' && existsSync(program));
}
