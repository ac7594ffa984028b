import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { ReleasedSecrets } from '../../../src-shared/contracts/secret-values.contract.ts';
import { createOutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import { byteUnits } from '../../../src-shared-node/masking/output-units.ts';
import { exitCodeOfSignal } from '../../exit-codes.ts';
import type { Surroundings } from '../../surroundings.ts';
import { passMasked } from './pass-masked.ts';
import { programNotExecutable, programNotFound } from './require-program.ts';

interface MaskedRun {
  /** The program and its arguments. */
  commandLine: readonly string[];
  secrets: ReleasedSecrets['secrets'];
  /** False: the program gets an empty stdin. */
  hasInput: boolean;
}

/**
 * Runs a program of this machine with secrets in its environment, and passes its output on with masked values. Returns its
 * exit code, or that of a shell for the signal that ended it.
 * @throws CliError if it cannot be started
 */
export async function runMasked(
  { env, stdin, stdout, stderr }: Surroundings,
  { commandLine: [program = '', ...args], secrets, hasInput }: MaskedRun,
): Promise<number> {
  const mask = createOutputMask(
    secrets.map(({ value }) => value),
    { units: byteUnits },
  );
  // The program may print at once.
  await mask.prepare();
  const values = Object.fromEntries(secrets.map(({ name, value }) => [name, value]));
  const child = spawn(program, args, {
    env: { ...env, ...values },
    stdio: [hasInput ? 'inherit' : 'ignore', 'pipe', 'pipe'],
  });
  const stopForwarding = forwardSignals(
    child,
    [stdin, stdout, stderr].some(({ isTTY }) => isTTY),
  );
  try {
    const [exitCode] = await Promise.all([
      exitCodeOf(child, program),
      passMasked(child.stdout, stdout, mask),
      passMasked(child.stderr, stderr, mask),
    ]);
    return exitCode;
  } finally {
    stopForwarding();
  }
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

function exitCodeOf(child: Child, program: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(code === 'ENOENT' ? programNotFound(program) : programNotExecutable(program)),
    );
    child.once('exit', (code, signal) => resolve(signal === null ? (code ?? 0) : exitCodeOfSignal(signal)));
  });
}

/** Signals of a keyboard, which a terminal sends to the program as well. */
const keyboardSignals = ['SIGINT', 'SIGQUIT'] as const;
const otherSignals = ['SIGTERM', 'SIGHUP', 'SIGUSR2'] as const;

/**
 * Passes signals on to a program. At a terminal, those of the keyboard reach it on their own, and many programs take a second
 * one as an order to stop at once. A program that has ended can leave others that print: a signal then ends this process.
 */
function forwardSignals(child: Child, isAtTerminal: boolean): () => void {
  const listeners = [...keyboardSignals, ...otherSignals].map((signal) => {
    const isForwarded = !(isAtTerminal && keyboardSignals.some((own) => own === signal));
    const listener = () => {
      if (child.exitCode !== null || child.signalCode !== null) process.exit(exitCodeOfSignal(signal));
      if (isForwarded) child.kill(signal);
    };
    return [signal, listener] as const;
  });
  // A reader of the output that has exited ends this process otherwise; the program gets SIGPIPE itself.
  listeners.push(['SIGPIPE' as never, () => undefined]);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return () => {
    for (const [signal, listener] of listeners) process.off(signal, listener);
  };
}
