import type { Hint } from '../../../src-shared/contracts/hints.ts';
import { hostNameProblem } from '../../../src-shared/contracts/network/host-pattern.ts';
import { lacksRule } from '../../../src-shared/contracts/network/network-events.ts';
import type { FailedRun } from './failed-run.ts';

/** Parts of the messages of resolvers and kernels when there is no network. A refused connection is none of them. */
const withoutNetwork = [
  'Temporary failure in name resolution',
  'Name or service not known',
  'Could not resolve host',
  'unable to resolve host',
  'Network is unreachable',
  'network is unreachable',
  'EAI_AGAIN',
  'ENOTFOUND',
  'ENETUNREACH',
  'UnknownHostException',
  'server misbehaving',
  'dial tcp: lookup ',
  'getaddrinfo for ',
  'failed to lookup address information',
];
const host = '([a-z0-9](?:[a-z0-9.-]{0,250}[a-z0-9])?)';
/** Messages that name the host, as the usual clients of the languages write them. */
const namedHosts = [
  new RegExp(`[Cc]ould not resolve host: ${host}`),
  new RegExp(`unable to resolve host address [‘'"]${host}`),
  new RegExp(`getaddrinfo (?:EAI_AGAIN|ENOTFOUND) ${host}`),
  new RegExp(`getaddrinfo for ${host} failed`),
  new RegExp(`HTTPS?ConnectionPool\\(host='${host}'`),
  new RegExp(`dial tcp: lookup ${host}`),
  new RegExp(`UnknownHostException: ${host}`),
  new RegExp(`open TCP connection to ${host}`),
];
const address = new RegExp(`\\bhttps?://${host}`, 'g');
const codeCharacters = 256 * 1024;
const maxHosts = 3;

/** Returns hints about hosts that a program could not reach: those that were refused, or all of a run without network. */
export function missingNetwork(run: FailedRun): Hint[] {
  return run.network === 'none' ? networkOff(run) : blockedHosts(run);
}

function networkOff({ ranIn, errorLines, code }: FailedRun): Hint[] {
  const failures = errorLines.filter((line) => withoutNetwork.some((part) => line.includes(part)));
  if (failures.length === 0) return [];
  const named = failures.flatMap((line) => namedHosts.flatMap((pattern) => pattern.exec(line)?.[1] ?? []));
  const hosts = usable(named.length > 0 ? named : addressesIn(code));
  if (hosts.length === 0)
    return [{ code: 'network_off', text: `The program used the network, and this ${ranIn} has none.` }];
  return hosts.map((name) => ({
    code: 'network_off',
    text: `The program used the network, and this ${ranIn} has none. To let it reach ${name}, allow this host.`,
    action: { type: 'allow_host', host: name, port: 443 },
  }));
}

/** The hosts of the addresses in a program; it is asked only for a program that failed without a network. */
function addressesIn(code: string): string[] {
  const found = new Set<string>();
  for (const match of code.slice(0, codeCharacters).matchAll(address)) {
    if (match[1] !== undefined) found.add(match[1]);
    if (found.size > maxHosts) return [];
  }
  return [...found];
}

function usable(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => hostNameProblem(name) === undefined).slice(0, maxHosts);
}

function blockedHosts({ blocked }: FailedRun): Hint[] {
  const refused = blocked.filter((one) => one.reasons.some(lacksRule) && hostNameProblem(one.host) === undefined);
  return refused.slice(0, maxHosts).map(({ host: name, port }) => ({
    code: 'host_blocked',
    text: `The program tried to reach ${name}${port === 0 ? '' : `, port ${port}`}, which no network rule allows.`,
    // Port 0: the program only looked the name up.
    action: { type: 'allow_host', host: name, port: port === 0 ? 443 : port },
  }));
}
