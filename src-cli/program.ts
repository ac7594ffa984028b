import { Command, CommanderError } from 'commander';
import { findGroup } from '../src-shared-node/command-names.ts';
import { CliError } from './cli-error.ts';
import { loadCommands } from './command-groups.ts';
import { addGlobalOptions, pathOf, readOwnArguments } from './command-line.ts';
import { addGroupExamples } from './group-examples.ts';
import { refuseReplaced } from './input/read-text.ts';
import { createReporter } from './output/reporter.ts';
import { explainTypo } from './suggestions/explain-typo.ts';
import type { Surroundings } from './surroundings.ts';
import { createToolbox } from './toolbox.ts';

const footer = `
Examples:
  strongroom login --register              create an account on this machine
  strongroom run script.py                 run a file in a sandbox
  cat x.py | strongroom run --json - | jq .exitCode
  strongroom doctor                        check that everything works

Data is written to stdout, messages to stderr. Exit codes: the program's own for run and exec; 64 usage, 65 refused,
69 no daemon, 75 engine down, 77 not allowed, 124 timed out, 130 cancelled.
STRONGROOM_URL and STRONGROOM_API_KEY override the daemon of this machine and the key that login stored;
STRONGROOM_DATA_DIR stands for --data-dir.`;

/** Runs one command line and returns the exit code of the process. */
export async function runProgram(surroundings: Surroundings): Promise<number> {
  const { argv, stdout, stderr } = surroundings;
  const program = await addCommands(createBareProgram(surroundings), surroundings, findGroup(argv.slice(2)));
  program.hook('preAction', (_, command) => surroundings.onCommand?.(pathOf(command)));
  const isJson = readOwnArguments(program, argv.slice(2)).options.includes('--json');
  const reporter = createReporter({ stdout, stderr, isJson });
  try {
    for (const [index, argument] of argv.slice(2).entries()) refuseReplaced(argument, `Argument ${index + 1}`);
    await program.parseAsync([...argv]);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof CommanderError)) return reporter.failure(error);
    if (error.exitCode === 0) return 0;
    const message =
      error.code === 'commander.help'
        ? 'Name a command; --help lists all commands.'
        : explainTypo(program, argv, error);
    return reporter.failure(new CliError('usage', message.replace(/^error: /, '')));
  }
}

/** Creates the tree of every command. It has no side effect until a command line is parsed. */
export function createProgram(surroundings: Surroundings): Promise<Command> {
  return addCommands(createBareProgram(surroundings), surroundings);
}

/** Creates the program with the options of every command, and without commands. */
function createBareProgram(surroundings: Surroundings): Command {
  const { version, stdout, stderr } = surroundings;
  const reporter = createReporter({ stdout, stderr, isJson: false });
  return (
    new Command('strongroom')
      .description('Keep private scripts encrypted, and run code in hardened local sandboxes.')
      .version(version)
      .option('--json', 'print JSON on stdout, and an error as one JSON line on stderr')
      .option(
        '--data-dir <folder>',
        "folder of the encrypted data (default: STRONGROOM_DATA_DIR, or your system's data folder)",
      )
      .showSuggestionAfterError()
      .configureHelp({ showGlobalOptions: true })
      .addHelpText('after', footer)
      // The reporter prints errors, because it knows --json.
      .configureOutput({ writeOut: (text) => void reporter.part(text), outputError: () => undefined })
      .enablePositionalOptions()
      .exitOverride()
  );
}

/** Adds the commands of one group, or of all groups. */
async function addCommands(
  program: Command,
  surroundings: Surroundings,
  group?: ReturnType<typeof findGroup>,
): Promise<Command> {
  const toolsOf = createToolbox(surroundings);
  for (const add of await loadCommands(group)) add(program, toolsOf);
  addGroupExamples(program);
  addGlobalOptions(program);
  return program;
}
