import { type Command, Option } from 'commander';

/** By command, the number of arguments (without options) after which the rest belongs to the user's program. */
const ownCounts = new WeakMap<Command, number>();

/**
 * Lets a command pass everything after its first arguments to the user's program, unchanged. An option of ours is then only
 * read before them, so that the program's arguments can never set the sandbox.
 * @param ownCount number of the command's own arguments, without options, up to the one that names the program
 */
export function passArguments(command: Command, ownCount = 1): Command {
  ownCounts.set(command, ownCount);
  command.parent?.enablePositionalOptions();
  return command.passThroughOptions();
}

/** Lets `--json` and `--data-dir` follow each command, as they can precede it. The help lists them as global options. */
export function addGlobalOptions(program: Command): void {
  const options = program.options.filter(({ long }) => long !== '--version');
  for (const command of commandsBelow(program))
    for (const { flags, description } of options) command.addOption(new Option(flags, description).hideHelp());
}

function commandsBelow(command: Command): Command[] {
  return command.commands.flatMap((sub) => [sub, ...commandsBelow(sub)]);
}

/** Returns the names of a command below `strongroom`, such as `secrets set`. */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

export interface OwnArguments {
  /** The command that the arguments select. */
  command: Command;
  /** The arguments that are options of ours, without their values. */
  options: string[];
  /** The arguments of the command that are not options. */
  positionals: string[];
  /** True if the command line continues with arguments of the user's program. */
  isProgramNamed: boolean;
  /** The option whose value is the next argument. */
  open?: string;
}

/** Reads the arguments up to `--` or up to those of the user's program. */
export function readOwnArguments(program: Command, argv: readonly string[]): OwnArguments {
  const found: OwnArguments = { command: program, options: [], positionals: [], isProgramNamed: false };
  for (let index = 0; index < argv.length; index++) {
    const argument = argv[index] ?? '';
    if (argument === '--') return { ...found, isProgramNamed: true };
    if (argument.startsWith('-') && argument.length > 1) {
      found.options.push(argument);
      if (takesNextArgument(found.command, argument)) index++;
      if (index >= argv.length) found.open = argument;
      continue;
    }
    const sub = found.command.commands.find((command) => command.name() === argument);
    if (sub !== undefined && found.positionals.length === 0) {
      found.command = sub;
      continue;
    }
    found.positionals.push(argument);
    if (found.positionals.length === ownCounts.get(found.command)) return { ...found, isProgramNamed: true };
  }
  return found;
}

function takesNextArgument(command: Command, argument: string): boolean {
  return command.options.find((option) => hasName(option, argument))?.required ?? false;
}

function hasName({ short, long }: Option, name: string): boolean {
  return short === name || long === name;
}

/** Returns the first argument that has the form of an option of the command. */
export function findOwnOption(command: Command, args: readonly string[]): string | undefined {
  const end = args.indexOf('--');
  return args.slice(0, end === -1 ? args.length : end).find((argument) => isOwnOption(command, argument));
}

/** Returns true for `--name`, `--name=value` and `-n` of the command's options. */
export function isOwnOption(command: Command, argument: string): boolean {
  const [name = ''] = argument.split('=', 1);
  return command.options.some((option) => hasName(option, name));
}
