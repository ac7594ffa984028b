import type { Command } from 'commander';
import { readOwnArguments } from '../../command-line.ts';
import type { Candidate } from './candidate.ts';
import { kindOfArgument, kindOfValue, type NameQuery } from './name-kinds.ts';

/** The possible next arguments of a command line. */
export interface Expected {
  /** Options and subcommands. */
  candidates: Candidate[];
  /** The kind of name that it is, if only the daemon knows these names. */
  query?: NameQuery;
}

/**
 * Returns what the next argument of a command line can be: an option after a dash, or else a subcommand or a name. It returns
 * nothing for a file, which the shell completes on its own, and for the arguments of the user's program.
 * @param before the arguments between `strongroom` and the one that is being typed
 */
export function expectedAfter(program: Command, before: readonly string[], partial: string): Expected {
  const { command, positionals, isProgramNamed, open } = readOwnArguments(program, before);
  if (isProgramNamed) return { candidates: [] };
  if (open !== undefined) {
    const kind = kindOfValue(command, open);
    return { candidates: choicesOf(command, open, partial), ...(kind && { query: { kind } }) };
  }
  const isOption = partial.startsWith('-');
  const all = isOption ? optionsOf(command, program) : commandsOf(command);
  const query = isOption ? undefined : kindOfArgument(command, positionals);
  return { candidates: all.filter(({ name }) => name.startsWith(partial)), ...(query && { query }) };
}

/** Returns the values of an option that takes one of a few. */
function choicesOf(command: Command, option: string, partial: string): Candidate[] {
  const { argChoices = [] } = command.options.find(({ short, long }) => short === option || long === option) ?? {};
  return argChoices.filter((name) => name.startsWith(partial)).map((name) => ({ name, description: '' }));
}

function commandsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((command) => command.name() !== 'help')
    .map((command) => ({ name: command.name(), description: command.description() }));
}

function optionsOf(command: Command, program: Command): Candidate[] {
  const options = command === program ? program.options : [...command.options, ...program.options];
  const visible = options.filter(({ hidden }) => !hidden);
  const candidates = visible.map(({ long, short, description }) => ({ name: long ?? short ?? '', description }));
  return [...candidates, { name: '--help', description: 'display help for command' }];
}
