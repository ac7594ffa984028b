import type { Command } from 'commander';

/** Adds to the help of each group one example of each of its commands: the first one of the command's own help. */
export function addGroupExamples(program: Command): void {
  for (const group of program.commands.filter(({ commands }) => commands.length > 0))
    group.addHelpText('after', () => {
      const lines = group.commands.flatMap((command) => readExamples(command).slice(0, 1));
      return `\nExamples:\n${lines.join('\n')}`;
    });
}

/** Returns the lines below "Examples:" in the help of a command, up to an empty line. */
export function readExamples(command: Command): string[] {
  const texts: string[] = [];
  const output = command.configureOutput();
  command.configureOutput({ ...output, writeOut: (text) => void texts.push(text) });
  command.outputHelp();
  command.configureOutput(output);
  const [, after = ''] = texts.join('').split('Examples:\n', 2);
  const [examples = ''] = after.split('\n\n', 1);
  return examples.split('\n').filter((line) => line.startsWith('  '));
}
