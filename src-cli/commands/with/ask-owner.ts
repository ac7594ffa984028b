import { openSync } from 'node:fs';
import { ReadStream, WriteStream } from 'node:tty';
import { CliError } from '../../cli-error.ts';
import { askHidden } from '../../output/ask.ts';
import type { Surroundings } from '../../surroundings.ts';

/**
 * Asks for the account's password on the terminal, because stdin belongs to the program, or reads it from stdin.
 * @throws CliError `usage` if there is no terminal
 */
export async function askOwner({ stdin, stderr }: Surroundings, isPiped: boolean): Promise<string> {
  const question = 'Password: ';
  if (isPiped || stdin.isTTY) return askHidden({ stdin, stderr }, question);
  const terminal = openTerminal();
  try {
    return await askHidden({ stdin: terminal.input, stderr: stderr.isTTY ? stderr : terminal.output }, question);
  } finally {
    terminal.input.destroy();
    terminal.output.destroy();
  }
}

/** Opens the terminal of this process (tty(4)), which it can have although its streams are pipes. */
function openTerminal(): { input: ReadStream; output: WriteStream } {
  try {
    return { input: new ReadStream(openSync('/dev/tty', 'r')), output: new WriteStream(openSync('/dev/tty', 'w')) };
  } catch (cause) {
    const message =
      'There is no terminal to ask for the password. Pipe it into the command and add --password-stdin; the program then gets ' +
      'an empty input.';
    throw new CliError('usage', message, { cause });
  }
}
