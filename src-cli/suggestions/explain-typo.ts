import { existsSync } from 'node:fs';
import type { Command, CommanderError } from 'commander';
import { languageOfExtension } from '../../src-shared/formats/file-language.ts';
import { readOwnArguments } from '../command-line.ts';
import { isFolder } from '../input/is-folder.ts';
import { otherNamesOf } from './other-names.ts';

/** Options of other tools, and the way of this one. */
const otherWays: Readonly<Record<string, string>> = {
  ...same(
    ['--password', '--passphrase', '--master-password', '--value'],
    'Passwords and values are never arguments: the command asks for them, or reads them from stdin.',
  ),
  ...same(['--api-key', '--apikey', '--token'], 'The key is read from STRONGROOM_API_KEY, or was stored by login.'),
  ...same(['--url', '--server', '--address'], 'The address of another daemon is read from STRONGROOM_URL.'),
};

/**
 * Returns the message of a usage error with a suggestion: the command that has the meaning of a name in other tools, or an
 * option that begins like the unknown one. Otherwise the suggestion of commander, a name of similar spelling, stays.
 */
export function explainTypo(program: Command, argv: readonly string[], error: CommanderError): string {
  const { command, positionals, options } = readOwnArguments(program, argv.slice(2));
  const [word = ''] = positionals;
  if (error.code === 'commander.unknownCommand') return explainCommand(command, word, error.message);
  if (error.code === 'commander.unknownOption') return explainOption(command, options, error.message);
  return error.message;
}

function explainCommand(group: Command, word: string, message: string): string {
  const isProgram = group.parent === null;
  const names = group.commands.map((command) => command.name());
  const found = otherNamesOf(isProgram ? undefined : group.name(), word, names);
  const [first = ''] = message.split('\n', 1);
  if (isProgram && isFileName(word)) return `${first}\n(Run a file with: strongroom run ${word})`;
  if (found.length > 0) return `${first}\n(Did you mean ${found.join(', or ')}?)`;
  if (group.name() === 'secrets' && word === 'get')
    return `${first}\n(Values are never printed. secrets ls shows the names; with NAME -- PROGRAM gives values to a program.)`;
  return message.includes('\n') ? message : `${first}\n(List the commands with --help.)`;
}

/** Returns true for a name that has the ending of a program, or is that of a file here. */
function isFileName(word: string): boolean {
  return (
    /^[\w./-]{1,200}$/.test(word) && (languageOfExtension(word) !== undefined || (existsSync(word) && !isFolder(word)))
  );
}

function explainOption(command: Command, options: readonly string[], message: string): string {
  if (message.includes('\n')) return message;
  const known = chainOf(command).flatMap(({ options }) => options.flatMap(({ long }) => long ?? []));
  const flags = options.map((option) => option.split('=', 1)[0] ?? '');
  const flag = flags.find((name) => name.startsWith('--') && !known.includes(name)) ?? '';
  const advice = otherWays[flag];
  if (advice !== undefined) return `${message}\n(${advice})`;
  const longer = known.filter((name) => flag.length > 3 && name.startsWith(flag));
  return longer.length === 0 ? message : `${message}\n(Did you mean ${longer.join(' or ')}?)`;
}

function chainOf(command: Command): Command[] {
  return command.parent === null ? [command] : [command, ...chainOf(command.parent)];
}

function same(names: readonly string[], advice: string): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, advice]));
}
