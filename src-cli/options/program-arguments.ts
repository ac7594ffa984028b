import type { Command } from 'commander';
import { findOwnOption } from '../command-line.ts';
import type { Tools } from '../toolbox.ts';

interface Passed {
  /** The arguments of the program: all that follow its name on the command line. */
  args: readonly string[];
  /** The name of the position after which they follow, such as "the file". */
  after: string;
}

/**
 * Says at a terminal that an option of ours was passed to the program, because a person may have meant it for the
 * command. A `--` before the file prevents the message.
 */
export function hintAtOwnOptions({ reporter, surroundings }: Tools, command: Command, { args, after }: Passed): void {
  if (!surroundings.stderr.isTTY || reporter.isJson) return;
  const before = surroundings.argv.slice(0, surroundings.argv.length - args.length);
  const option = before.includes('--') ? undefined : findOwnOption(command, args);
  if (option === undefined) return;
  const [name] = option.split('=', 1);
  reporter.say(
    `strongroom: ${name} follows ${after}, so it was passed to the program. Write it before ${after} to use it here.`,
  );
}
