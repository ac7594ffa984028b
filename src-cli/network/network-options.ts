import { type Command, InvalidArgumentError } from 'commander';
import { hostPatternProblem } from '../../src-shared/contracts/network/host-pattern.ts';
import type { NetworkRules } from '../../src-shared/contracts/network/network-rules.ts';
import { SecretName } from '../../src-shared/formats/secret-name.ts';
import { CliError } from '../cli-error.ts';
import type { ApiClient } from '../client/api-client.ts';
import { readAllText, readText } from '../input/read-text.ts';
import type { Surroundings } from '../surroundings.ts';
import { buildRules, checkRules } from './build-rules.ts';
import { type HostTarget, parseAllow } from './host-target.ts';
import { type GivenSecret, secretTargets } from './secret-targets.ts';

/** Options that become network rules. */
export interface RuleFlags {
  allow?: HostTarget[];
  secretAt?: GivenSecret[];
  networkRules?: string;
}

export interface NetworkFlags extends RuleFlags {
  /** Allows the whole network. */
  network?: boolean;
  ask?: boolean;
}

interface Input {
  surroundings: Pick<Surroundings, 'stdin' | 'stderr'>;
  /** True if stdin has another use, so that the rules cannot be read from it. */
  isStdinTaken: boolean;
  /** Connects to the daemon, which knows the hosts of secrets. */
  connect: () => Promise<ApiClient>;
}

/** Adds the options for network rules. */
export function addRuleOptions(command: Command): Command {
  return command
    .option(
      '--allow <host[:port][/protocol]>',
      'allow connections to this host, by default https; *.NAME: all names below NAME; /tcp: any protocol; repeatable',
      appendParsed(parseAllow),
    )
    .option(
      '--secret-at <name[=host]>',
      'allow https to this host (default: all hosts of the secret), and put the secret into requests to it; the program gets a placeholder; repeatable',
      appendParsed(parseSecretAt),
    )
    .option('--network-rules <file>', 'read network rules from a JSON file (docs/network.md); - for stdin');
}

/** Adds these options and `--network`. */
export function addNetworkOptions(command: Command): Command {
  return addRuleOptions(command.option('--network', 'allow the whole network, if the settings permit it'));
}

/** Adds `--ask` for a command that follows its run. */
export function addAskOption(command: Command): Command {
  return command.option('--ask', 'ask at the terminal about each connection that no rule allows (default: refuse it)');
}

/** Returns the part of a request that the network options set. @throws CliError `usage`, `file_error` @throws ApiRefusal */
export async function readNetwork(
  flags: NetworkFlags,
  input: Input,
): Promise<{ network?: 'full' | NetworkRules | undefined }> {
  const used = ruleOptions.filter(([key]) => flags[key] !== undefined && flags[key] !== false);
  const [first] = used;
  if (first === undefined) return flags.network ? { network: 'full' } : {};
  if (flags.network) {
    const message = `--network allows every host, so it cannot be used with ${first[1]}. Remove one of them.`;
    throw new CliError('usage', message);
  }
  if (flags.ask) requireTerminal(input.surroundings);
  return { network: await readRules(flags, input) };
}

const ruleOptions = [
  ['allow', '--allow'],
  ['secretAt', '--secret-at'],
  ['networkRules', '--network-rules'],
  ['ask', '--ask'],
] as const;

async function readRules(flags: NetworkFlags, input: Input): Promise<NetworkRules> {
  const { allow = [], secretAt = [], networkRules: file, ask: isAsking = false } = flags;
  const rules = file === undefined ? undefined : await readRulesFile(file, input);
  return buildRules({ rules, allow, secretAt: await secretTargets(secretAt, input.connect), isAsking });
}

async function readRulesFile(file: string, { surroundings, isStdinTaken }: Input): Promise<NetworkRules> {
  if (file === '-' && isStdinTaken)
    throw new CliError(
      'usage',
      '--network-rules - reads stdin, which this command uses for other input. Name a file, or add --no-stdin if stdin is ' +
        'the input of the program.',
    );
  const text = file === '-' ? await readAllText(surroundings.stdin) : readText(file);
  const name = file === '-' ? 'stdin' : file;
  try {
    return checkRules(JSON.parse(text), `The network rules in ${name}`);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    throw new CliError('usage', `${name} is not JSON. Write {"allow": [{"host": "api.example.com"}]}.`, { cause });
  }
}

function requireTerminal({ stdin, stderr }: Input['surroundings']): void {
  if (stdin.isTTY && stderr.isTTY) return;
  const message =
    '--ask needs a terminal as stdin and stderr, because it asks there. Name the hosts with --allow instead.';
  throw new CliError('usage', message);
}

/** Parses `NAME` or `NAME=HOST`. @throws InvalidArgumentError */
function parseSecretAt(text: string): GivenSecret {
  const cut = text.indexOf('=');
  if (text === '' || cut === 0)
    throw new InvalidArgumentError('Enter NAME or NAME=HOST, such as API_TOKEN=api.example.com.');
  const [name, host] = cut === -1 ? [text, undefined] : [text.slice(0, cut), text.slice(cut + 1).toLowerCase()];
  const nameProblem = SecretName.safeParse(name).error?.issues[0]?.message;
  if (nameProblem !== undefined) throw new InvalidArgumentError(`The name ${nameProblem}.`);
  if (host === undefined) return { name, host };
  if (/[:/]/.test(host))
    throw new InvalidArgumentError('Enter the host without port and protocol. For another port add --allow HOST:PORT.');
  const problem = hostPatternProblem(host);
  if (problem !== undefined) throw new InvalidArgumentError(`The host ${problem}.`);
  return { name, host };
}

function appendParsed<Value>(parse: (text: string) => Value) {
  return (text: string, earlier: Value[] = []): Value[] => [...earlier, parse(text)];
}
