import { type Command, InvalidArgumentError } from 'commander';
import { hostPatternProblem } from '../../../src-shared/contracts/network/host-pattern.ts';
import { PlaceholderPrefix, type SecretHost, SecretHosts } from '../../../src-shared/contracts/network/secret-hosts.ts';
import { CliError } from '../../cli-error.ts';
import { append } from '../../options/parse-values.ts';

export interface SecretHostFlags {
  host?: string[];
  /** False: the secret becomes an environment variable. */
  hosts: boolean;
  header?: string[];
  in?: string[];
  placeholderPrefix?: string;
}

/** Adds the options for a secret whose value is only put into requests to its hosts. */
export function addSecretHostOptions(command: Command): Command {
  return command
    .option(
      '--host <host>',
      'send the value only in requests to this host; programs get a placeholder instead; repeatable',
      appendHost,
    )
    .option('--header <name>', 'header that can contain it (default: the usual ones); repeatable', append)
    .option(
      '--in <position>',
      'a header, query:<parameter>, body:<JSON pointer> or path that can contain it; repeatable',
      append,
    )
    .option('--placeholder-prefix <text>', 'beginning of the placeholder, for clients that check it', parsePrefix)
    .option('--no-hosts', 'make it an environment variable again');
}

/** Returns the part of the request that these options set; nothing if the hosts stay as they are. @throws CliError */
export function readSecretHosts(flags: SecretHostFlags): { hosts?: SecretHost[]; placeholderPrefix?: string } {
  const { host: names = [], header = [], in: others = [], placeholderPrefix } = flags;
  const hasPositions = header.length + others.length > 0;
  if (!flags.hosts) {
    if (names.length > 0 || hasPositions || placeholderPrefix !== undefined)
      throw new CliError('usage', '--no-hosts removes all hosts, so it cannot be used with options for hosts.');
    return { hosts: [] };
  }
  if (names.length === 0) {
    if (hasPositions || placeholderPrefix !== undefined)
      throw new CliError('usage', 'Name the host with --host: --header, --in and --placeholder-prefix apply to it.');
    return {};
  }
  const positions = [...new Set([...header.map((name) => name.toLowerCase()), ...others])];
  const hosts = names.map((host) => ({ host, ...(hasPositions && { in: positions }) }));
  const { data, error } = SecretHosts.safeParse(hosts);
  if (data === undefined) throw new CliError('usage', describeIssue(positions, error.issues[0]));
  return { hosts: data, ...(placeholderPrefix !== undefined && { placeholderPrefix }) };
}

function describeIssue(positions: readonly string[], issue: { path: PropertyKey[]; message: string } | undefined) {
  const [, field, index] = issue?.path ?? [];
  if (field !== 'in' || index === undefined) return `The hosts of the secret are not valid: ${issue?.message}.`;
  return `The value cannot be sent in "${positions[Number(index)]}": it ${issue?.message}.`;
}

function appendHost(text: string, earlier: string[] = []): string[] {
  const host = text.toLowerCase();
  const problem = hostPatternProblem(host);
  if (problem !== undefined) throw new InvalidArgumentError(`The host ${problem}.`);
  return [...earlier, host];
}

function parsePrefix(text: string): string {
  const problem = PlaceholderPrefix.safeParse(text).error?.issues[0]?.message;
  if (problem !== undefined) throw new InvalidArgumentError(`The beginning ${problem}.`);
  return text;
}
