import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Network } from '../../src-shared/contracts/network/network-rules.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Tools } from '../toolbox.ts';
import { isPiped } from './piped.ts';
import { decodeText, openFile, readAll, readText } from './read-text.ts';

interface InputOptions {
  /** The value of `--stdin`, or false for `--no-stdin`. */
  flag: string | boolean | undefined;
  surroundings: Pick<Surroundings, 'stdin'>;
  /** True if this command reads something else from stdin. */
  isStdinTaken: boolean;
}

/**
 * Returns the stream that is the input of the program; undefined if its input is empty. It is not read yet, so that an
 * input which is open and silent does not delay the run.
 * @throws CliError `file_error`
 */
export function findInput(
  { flag, surroundings: { stdin }, isStdinTaken }: InputOptions,
  network?: Network,
): Readable | undefined {
  if (typeof flag === 'string') return openFile(flag);
  if (flag === false || isStdinTaken) return undefined;
  if (stdin.isTTY) return asksAtTerminal(network) || !isInForeground() ? undefined : stdin;
  return isPiped(stdin) ? stdin : undefined;
}

/** Reads the whole input, for a program that may run several times. @throws CliError */
export async function readWholeInput({ flag, surroundings: { stdin }, isStdinTaken }: InputOptions) {
  if (typeof flag === 'string') return readText(flag);
  if (flag === false || isStdinTaken || !isPiped(stdin)) return undefined;
  return decodeText(await readAll(stdin), 'stdin', 'Pass binary data to the program as a file (--file).');
}

/** Returns the fields of a request whose streams this command follows: open input, and output as bytes. */
export function streamFields({ reporter }: Pick<Tools, 'reporter'>, input: Readable | undefined) {
  return {
    ...(input && { openStdin: true }),
    ...(!reporter.isJson && { outputEncoding: 'base64' as const }),
  };
}

/** The answers to questions about connections are typed at the same terminal. */
function asksAtTerminal(network: Network | undefined): boolean {
  return typeof network === 'object' && network.onBlocked === 'ask';
}

/** Returns false for a job that the shell started with `&`: the system would stop it when it reads from the terminal. */
function isInForeground(): boolean {
  try {
    // proc(5): after the name, which can contain anything: state, parent, process group, session, terminal, its group.
    const status = readFileSync('/proc/self/stat', 'latin1');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields[2] === fields[5];
  } catch {
    return true;
  }
}
