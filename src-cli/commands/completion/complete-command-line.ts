import type { Command } from 'commander';

export interface Candidate {
  name: string;
  description: string;
}

/**
 * Returns the candidates for the next argument of a command line: options after a dash, or else subcommands. It returns
 * none for a file or a name, which the shell completes on its own.
 * @param before the arguments between `strongroom` and the one that is being typed
 */
export function candidatesFor(program: Command, before: readonly string[], partial: string): Candidate[] {
  if (before.includes('--')) return [];
  const command = before.reduce(
    (command, word) => command.commands.find((sub) => sub.name() === word) ?? command,
    program,
  );
  const all = partial.startsWith('-') ? optionsOf(command, program) : commandsOf(command);
  return all.filter(({ name }) => name.startsWith(partial));
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
  const candidates = options.map(({ long, short, description }) => ({ name: long ?? short ?? '', description }));
  return [...candidates, { name: '--help', description: 'display help for command' }];
}
