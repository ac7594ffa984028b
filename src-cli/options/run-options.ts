import { type Command, Option } from 'commander';
import type { RunOptions } from '../../src-shared/contracts/execute-request.ts';
import { addAskOption, addNetworkOptions, type NetworkFlags, readNetwork } from '../network/network-options.ts';
import { readGivenFiles } from '../project/given-files.ts';
import type { Tools } from '../toolbox.ts';
import { append, parseDuration, parseWhole } from './parse-values.ts';
import { readVariables, type VariableFlags } from './variables.ts';

export interface RunFlags extends NetworkFlags, VariableFlags {
  stdin?: string | boolean;
  file: string[];
  secret?: string[];
  secrets: boolean;
  packages: boolean;
  with?: string[];
  inlinePackages: boolean;
  timeout?: number;
  compileTimeout?: number;
  memory?: number;
  maxQueue?: number;
  outputKeep?: RunOptions['outputKeep'];
  out?: string;
  force?: boolean;
  raw?: boolean;
  verbose?: boolean;
}

/** Option of the commands that run a program and do nothing after its end. */
export interface DetachFlag {
  detach?: boolean;
}

/** Adds the options of every command that runs a program. */
export function addRunOptions(command: Command): Command {
  addProgramOptions(command);
  addAskOption(addNetworkOptions(command));
  return addOutputOptions(command);
}

export function addDetachOption(command: Command): Command {
  return command.option(
    '-d, --detach',
    'print the id of the run and exit; it continues, and `runs logs -f` follows it',
  );
}

function addProgramOptions(command: Command): void {
  command
    .option('--stdin <file>', 'input of the program (default: the stdin of this command)')
    .option('--no-stdin', 'give the program an empty stdin')
    .option(
      '-e, --env <name=value>',
      'set a variable; repeatable (for secrets use: strongroom secrets set)',
      append,
      [],
    )
    .option('--env-file <file>', 'set the variables of a .env file; repeatable, --env replaces them', append, [])
    .option('-f, --file <path[=name]>', 'copy a file or folder into the working directory; repeatable', append, [])
    .option('--secret <name>', 'give the program only this secret; repeatable', append)
    .option('--no-secrets', 'give the program no secrets (default: all)')
    .option('--no-packages', 'run without your package list')
    .option('--with <package>', 'install a package for this run, such as rich or zod@4; repeatable', append)
    .option('--no-inline-packages', 'do not install the packages that the code itself names')
    .option('--timeout <time>', 'time limit, such as 500ms, 30s or 2m (default: from the settings)', parseDuration)
    .option('--compile-timeout <time>', 'time limit of the compile step (default: 60s)', parseDuration)
    .option('--memory <MiB>', 'memory limit (default: from the settings)', parseWhole)
    .option('--max-queue <time>', 'fail if the run cannot start within this time (default: wait)', parseDuration);
}

function addOutputOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--output-keep <part>',
        'the part of output over 1 MiB that is kept: the first 1 MiB (head, the default) or both ends (ends)',
      ).choices(['head', 'ends']),
    )
    .option('-o, --out <folder>', 'save the files that the program creates or changes to this folder')
    .option('--force', 'replace existing files in the folder of --out')
    .option('--raw', 'pass all escape sequences to the terminal (default: colours only)')
    .option(
      '--verbose',
      'say at the end what would help, and which connections were blocked (default: only at a terminal)',
    );
}

/**
 * Converts the flags to the options of a request, except for the input of the program.
 * @param isStdinTaken true if the code was read from stdin
 * @throws CliError
 */
export async function readRunOptions(
  flags: RunFlags,
  args: string[],
  { surroundings, reporter, connector, isStdinTaken }: Tools & { isStdinTaken: boolean },
): Promise<RunOptions> {
  const network = await readNetwork(flags, {
    surroundings,
    isStdinTaken: isStdinTaken || !hasOwnStdin(flags),
    connect: connector.connect,
  });
  return {
    ...(args.length > 0 && { args }),
    ...readVariables(flags, reporter),
    ...(flags.file.length > 0 && { files: readGivenFiles(flags.file, reporter) }),
    ...(flags.secret ? { secrets: flags.secret } : !flags.secrets && { secrets: [] }),
    ...(!flags.packages && { packages: false }),
    ...(flags.with && { withPackages: flags.with }),
    ...(flags.inlinePackages === false && { inlinePackages: false }),
    ...(flags.timeout !== undefined && { timeoutMs: flags.timeout }),
    ...(flags.compileTimeout !== undefined && { compileTimeoutMs: flags.compileTimeout }),
    ...(flags.memory !== undefined && { memoryMb: flags.memory }),
    ...(flags.maxQueue !== undefined && { maxQueueMs: flags.maxQueue }),
    ...(flags.outputKeep !== undefined && { outputKeep: flags.outputKeep }),
    ...network,
  };
}

/** Returns true if the stdin of this command is not the input of the program. */
function hasOwnStdin({ stdin }: RunFlags): boolean {
  return typeof stdin === 'string' || stdin === false;
}
