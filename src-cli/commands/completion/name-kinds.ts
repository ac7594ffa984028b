import type { Command } from 'commander';
import { pathOf } from '../../command-line.ts';

/** Kinds of names that only the daemon knows. `package` is one of the list of a language. */
export type NameKind = 'language' | 'secret' | 'script' | 'package' | 'run' | 'sandbox';

/** The name that is being typed. */
export interface NameQuery {
  kind: NameKind;
  /** The language whose packages are completed. */
  language?: string | undefined;
}

/** By command, the kinds of its arguments. The last one holds for all further arguments if the command takes several. */
const argumentKinds: Readonly<Record<string, readonly NameKind[]>> = {
  exec: ['language'],
  repl: ['language'],
  'packages add': ['language'],
  'packages rm': ['language', 'package'],
  'packages set': ['language'],
  'secrets set': ['secret'],
  'secrets edit': ['secret'],
  'secrets rm': ['secret'],
  with: ['secret'],
  'vault get': ['script'],
  'vault put': ['script'],
  'vault run': ['script'],
  'vault mv': ['script'],
  'vault rm': ['script'],
  'runs show': ['run'],
  'runs logs': ['run'],
  'runs rerun': ['run'],
  'runs cancel': ['run'],
  'runs pin': ['run'],
  'runs unpin': ['run'],
  'runs rm': ['run'],
  'runs network': ['run'],
  'sandbox exec': ['sandbox'],
  'sandbox network': ['sandbox'],
  'sandbox rm': ['sandbox'],
};

/** By option, the kind of its value. */
const optionKinds: Readonly<Record<string, NameKind>> = {
  '--language': 'language',
  '--secret': 'secret',
  '--secret-at': 'secret',
  '--sandbox': 'sandbox',
};

/** Returns the kind of the value of an option of a command. */
export function kindOfValue(command: Command, option: string): NameKind | undefined {
  const { long } = command.options.find(({ short, long }) => short === option || long === option) ?? {};
  return long == null ? undefined : optionKinds[long];
}

/** Returns the kind of the next argument of a command, after these. */
export function kindOfArgument(command: Command, positionals: readonly string[]): NameQuery | undefined {
  const kinds = argumentKinds[pathOf(command)] ?? [];
  const takesMore = command.registeredArguments.at(-1)?.variadic ?? false;
  const kind = kinds[takesMore ? Math.min(positionals.length, kinds.length - 1) : positionals.length];
  if (kind === undefined || (kind === 'language' && positionals.length > 0)) return undefined;
  return { kind, language: positionals[0] };
}
