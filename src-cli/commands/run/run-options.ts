import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { RunOptions } from '../../../src-shared/contracts/execute-request.ts';
import { CliError } from '../../cli-error.ts';
import { decodeText, readAll, readBytes, readText } from '../../input/read-text.ts';
import type { Surroundings } from '../../surroundings.ts';
import { isPiped } from './piped.ts';

export interface RunFlags {
  stdin: string | boolean;
  env: string[];
  file: string[];
  secret?: string[];
  secrets: boolean;
  packages: boolean;
  timeout?: number;
  compileTimeout?: number;
  memory?: number;
  maxQueue?: number;
  network?: boolean;
  outputKeep?: RunOptions['outputKeep'];
  save?: string;
  raw?: boolean;
}

const append = (value: string, earlier: string[] = []) => [...earlier, value];

/** The options that every command has which runs a program. */
export function addRunOptions(command: Command): Command {
  return command
    .option('--stdin <file>', 'what the program reads; without it, what is piped in')
    .option('--no-stdin', 'the program reads nothing, whatever is piped in')
    .option(
      '-e, --env <name=value>',
      'set a variable; again for more (for secrets: strongroom secrets set)',
      append,
      [],
    )
    .option('-f, --file <path[=name]>', 'put a file into the working directory; again for more', append, [])
    .option('--secret <name>', 'give the program this secret, and no other that is not named so', append)
    .option('--no-secrets', 'give the program no secret (default: all)')
    .option('--no-packages', 'without the packages of your list')
    .option('--timeout <time>', 'such as 500ms, 30s or 2m (default: as in the settings)', parseDuration)
    .option('--compile-timeout <time>', 'of the compile step of a compiled language (default: 60s)', parseDuration)
    .option('--memory <MiB>', 'limit of the memory (default: as in the settings)', parseWhole)
    .option('--max-queue <time>', 'refuse the run when it cannot start within this time (default: wait)', parseDuration)
    .option('--network', 'with the network, where the settings allow it')
    .addOption(
      new Option(
        '--output-keep <part>',
        'of output over 1 MiB: its first 1 MiB (head, the default) or both ends (ends)',
      ).choices(['head', 'ends']),
    )
    .option('--save <folder>', 'keep the files that the program leaves')
    .option('--raw', 'let the output act on the terminal: pass on all escape sequences, not colours alone');
}

/**
 * The options of a request from the flags.
 * @param isStdinTaken the code itself came on stdin
 * @throws CliError
 */
export async function readRunOptions(
  flags: RunFlags,
  args: string[],
  { stdin, isStdinTaken }: Pick<Surroundings, 'stdin'> & { isStdinTaken: boolean },
): Promise<RunOptions> {
  const input = await readInput(flags.stdin, stdin, isStdinTaken);
  return {
    ...(args.length > 0 && { args }),
    ...(input !== undefined && { stdin: input }),
    ...(flags.env.length > 0 && { env: Object.fromEntries(flags.env.map(splitVariable)) }),
    ...(flags.file.length > 0 && { files: flags.file.map(readInputFile) }),
    ...(flags.secret ? { secrets: flags.secret } : !flags.secrets && { secrets: [] }),
    ...(!flags.packages && { packages: false }),
    ...(flags.timeout !== undefined && { timeoutMs: flags.timeout }),
    ...(flags.compileTimeout !== undefined && { compileTimeoutMs: flags.compileTimeout }),
    ...(flags.memory !== undefined && { memoryMb: flags.memory }),
    ...(flags.maxQueue !== undefined && { maxQueueMs: flags.maxQueue }),
    ...(flags.outputKeep !== undefined && { outputKeep: flags.outputKeep }),
    ...(flags.network && { network: 'full' as const }),
  };
}

async function readInput(flag: string | boolean, stdin: Surroundings['stdin'], isStdinTaken: boolean) {
  if (typeof flag === 'string') return readText(flag);
  if (flag === false || isStdinTaken || !isPiped(stdin)) return undefined;
  // The API carries stdin as text.
  return decodeText(await readAll(stdin), 'stdin', 'Give bytes to the program as a file (--file).');
}

function readInputFile(flag: string) {
  const cut = flag.indexOf('=');
  const path = cut === -1 ? flag : flag.slice(0, cut);
  const name = cut === -1 ? basename(path) : flag.slice(cut + 1);
  return { path: name, content: readBytes(path).toString('base64'), encoding: 'base64' as const };
}

function splitVariable(text: string): [string, string] {
  const cut = text.indexOf('=');
  if (cut < 1) throw new CliError('usage', `--env takes NAME=VALUE, not "${text}".`);
  return [text.slice(0, cut), text.slice(cut + 1)];
}

export function parseDuration(text: string): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text) ?? [];
  if (number === undefined) throw new InvalidArgumentError('It takes a time such as 500ms, 30s or 2m.');
  return Math.round(Number(number) * { ms: 1, s: 1000, m: 60_000 }[unit as 'ms' | 's' | 'm']);
}

export function parseWhole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It takes a whole number.');
  return Number(text);
}
