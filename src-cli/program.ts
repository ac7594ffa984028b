import { Command, CommanderError } from 'commander';
import { CliError } from './cli-error.ts';
import { addKeys } from './commands/account/keys.ts';
import { addKeystore } from './commands/account/keystore.ts';
import { addLogin } from './commands/account/login.ts';
import { addAudit } from './commands/audit.ts';
import { addCompletion } from './commands/completion/completion.ts';
import { addDoctor } from './commands/doctor.ts';
import { addGenerate } from './commands/generation/generate.ts';
import { addProviders } from './commands/generation/providers.ts';
import { addMcp } from './commands/mcp.ts';
import { addNetwork } from './commands/network/network.ts';
import { addOpen } from './commands/open.ts';
import { addPackages } from './commands/packages.ts';
import { addRepl } from './commands/repl/repl.ts';
import { addExec, addRun } from './commands/run/run.ts';
import { addRuns } from './commands/run/runs.ts';
import { addSandbox } from './commands/sandbox/sandbox.ts';
import { addBackup } from './commands/vault/backup.ts';
import { addItems } from './commands/vault/items.ts';
import { addSecrets } from './commands/vault/secrets.ts';
import { addVault } from './commands/vault/vault.ts';
import { refuseReplaced } from './input/read-text.ts';
import { createReporter } from './output/reporter.ts';
import { addServe } from './serve.ts';
import type { Surroundings } from './surroundings.ts';
import { createToolbox, type ToolsOf } from './toolbox.ts';

const footer = `
Examples:
  strongroom login --register              create an account on this machine
  strongroom run script.py                 run a file in a sandbox
  cat x.py | strongroom run - --json | jq .exitCode
  strongroom doctor                        check that everything works

Data is written to stdout, messages to stderr. Exit codes: the program's own for run and exec; 64 usage, 65 refused,
69 no daemon, 75 engine down, 77 not allowed, 124 timed out, 130 cancelled.
STRONGROOM_URL and STRONGROOM_API_KEY override the daemon of this machine and the key that login stored.`;

/** Every command, in the order of the help. */
const commands: ((program: Command, toolsOf: ToolsOf) => void)[] = [
  addRun,
  addExec,
  addRuns,
  addSandbox,
  addRepl,
  addSecrets,
  addNetwork,
  addPackages,
  addVault,
  addGenerate,
  addProviders,
  addAudit,
  addItems,
  addKeys,
  addLogin,
  addKeystore,
  addBackup,
  addDoctor,
  addServe,
  addMcp,
  addOpen,
  addCompletion,
];

/** Runs one command line and returns the exit code of the process. */
export async function runProgram(surroundings: Surroundings): Promise<number> {
  const { argv, stdout, stderr } = surroundings;
  const reporter = createReporter({ stdout, stderr, isJson: isJsonRequested(argv) });
  try {
    for (const [index, argument] of argv.slice(2).entries()) refuseReplaced(argument, `Argument ${index + 1}`);
    await createProgram(surroundings).parseAsync([...argv]);
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (!(error instanceof CommanderError)) return reporter.failure(error);
    if (error.exitCode === 0) return 0;
    const message = error.code === 'commander.help' ? 'Name a command; --help lists all commands.' : error.message;
    return reporter.failure(new CliError('usage', message.replace(/^error: /, '')));
  }
}

/** Creates the tree of commands. It has no side effect until a command line is parsed. */
export function createProgram(surroundings: Surroundings): Command {
  const { version } = surroundings;
  const reporter = createReporter({ ...surroundings, isJson: false });
  const program = new Command('strongroom')
    .description('Keep private scripts encrypted, and run code in hardened local sandboxes.')
    .version(version)
    .option('--json', 'print JSON on stdout, and an error as one JSON line on stderr')
    .option('--data-dir <folder>', "folder of the encrypted data (default: your system's data folder)")
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', footer)
    // The reporter prints errors, because it knows --json.
    .configureOutput({ writeOut: (text) => void reporter.part(text), outputError: () => undefined })
    .exitOverride();
  const toolsOf = createToolbox(surroundings);
  for (const add of commands) add(program, toolsOf);
  return program;
}

function isJsonRequested(argv: readonly string[]): boolean {
  const end = argv.indexOf('--');
  return argv.slice(0, end === -1 ? argv.length : end).includes('--json');
}
