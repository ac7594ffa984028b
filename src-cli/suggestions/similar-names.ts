import { Command, CommanderError } from 'commander';

/** Returns commander's suggestion for a word among names, such as "(Did you mean python?)"; empty if none is similar. */
export function suggestSimilar(word: string, names: readonly string[]): string {
  const program = new Command().exitOverride().configureOutput({ outputError: () => undefined });
  for (const name of new Set(names)) program.command(name);
  try {
    program.parse([word], { from: 'user' });
    return '';
  } catch (error) {
    // Its message is the error, a line end and the suggestion.
    return error instanceof CommanderError ? (error.message.split('\n')[1] ?? '') : '';
  }
}
