import { spawn } from 'node:child_process';
import type { Environment } from '../../../src-shared-node/runtime-dir.ts';
import { killGroup } from '../kill-group.ts';

/** A program that prints a credential on stdout: an exec plugin of Kubernetes, a credential helper of Docker. */
export interface CredentialProgram {
  /** A path, or a name that is looked for in PATH. */
  command: string;
  args: readonly string[];
  /** The environment of this process. */
  env: Environment;
  /** Variables in addition. */
  ownEnv?: Readonly<Record<string, string>>;
  /** Written to its stdin; without it, stdin is empty. */
  input?: string;
}

export interface ProgramResult {
  /** Its stdout, in UTF-8. */
  output: string;
  /** How the program failed, `exit code 1` or a signal; undefined if it exited with 0. */
  failure: string | undefined;
}

/** The program has no result. The message completes a sentence whose subject is the program, and has none of its output. */
export class CredentialProgramError extends Error {
  override readonly name = 'CredentialProgramError';
}

const limitMs = 30_000;
const outputLimitBytes = 1 << 20;

/**
 * Runs a program for at most 30 s and returns its output of at most 1 MiB. What it writes to stderr is dropped.
 * @throws CredentialProgramError if it cannot be started, or exceeds a limit
 */
export function runCredentialProgram(program: CredentialProgram): Promise<ProgramResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ProgramResult>();
  const child = start(program);
  const end = (message: string) => {
    killGroup(child);
    child.stdout?.destroy();
    reject(new CredentialProgramError(message));
  };
  const timer = setTimeout(() => end(`was ended, because it took longer than ${limitMs / 1000} s.`), limitMs);
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > outputLimitBytes) end('was ended, because it printed more than 1 MiB.');
  });
  child.once('error', (error: NodeJS.ErrnoException) =>
    reject(new CredentialProgramError(`cannot be started (${error.code ?? 'unknown error'}).`)),
  );
  child.once('close', (code, signal) => {
    const failure = code === 0 ? undefined : (signal ?? `exit code ${code}`);
    resolve({ output: Buffer.concat(chunks).toString('utf8'), failure });
  });
  // A program may exit without reading its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(program.input);
  return promise.finally(() => clearTimeout(timer));
}

function start({ command, args, env, ownEnv, input }: CredentialProgram) {
  // Settings of Strongroom can have secrets, and no such program knows them.
  const inherited = Object.entries(env).filter(([name]) => !name.startsWith('STRONGROOM_'));
  return spawn(command, args, {
    env: { ...Object.fromEntries(inherited), ...ownEnv },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    // A process group of its own, so that its children end with it.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}
