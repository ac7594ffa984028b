import { InvalidArgumentError } from 'commander';
import { hostPatternProblem } from '../../src-shared/contracts/network/host-pattern.ts';
import { type NetworkProtocol, networkProtocols } from '../../src-shared/contracts/network/network-rules.ts';

/** A host as an option or an argument names it: `HOST[:PORT][/PROTOCOL]`. */
export interface HostTarget {
  host: string;
  port?: number;
  protocol?: NetworkProtocol;
}

const form = /^([^:/]+)(?::(\d{1,5}))?(?:\/([a-z]+))?$/;
const example = 'Enter HOST[:PORT][/tcp|/http], such as api.example.com or db.example.com:5432/tcp.';

/** Parses `api.example.com`, `*.example.com:8443` or `db.example.com:5432/tcp`. @throws InvalidArgumentError */
export function parseTarget(text: string, findProblem = hostPatternProblem): HostTarget {
  if (text.includes('://')) throw new InvalidArgumentError('Enter the host only, without https:// and path.');
  const [, given, portText, protocolText] = form.exec(text) ?? [];
  if (given === undefined) throw new InvalidArgumentError(example);
  const host = given.toLowerCase();
  const problem = findProblem(host);
  if (problem !== undefined) throw new InvalidArgumentError(`The host ${problem}.`);
  const port = portText === undefined ? undefined : Number(portText);
  if (port !== undefined && (port < 1 || port > 65_535))
    throw new InvalidArgumentError('The port must be from 1 to 65535.');
  const protocol = networkProtocols.find((known) => known === protocolText);
  if (protocolText !== undefined && protocol === undefined)
    throw new InvalidArgumentError(`The protocol must be ${networkProtocols.join(', ')}. ${example}`);
  if (protocol === 'http' && port !== undefined && port !== 80)
    throw new InvalidArgumentError('HTTP without encryption is possible at port 80 only. Remove the port.');
  return { host, ...(port !== undefined && { port }), ...(protocol && { protocol }) };
}

/** Parses the target of a rule, in which `tcp` needs a port. @throws InvalidArgumentError */
export function parseAllow(text: string): HostTarget {
  const target = parseTarget(text);
  if (target.protocol === 'tcp' && target.port === undefined)
    throw new InvalidArgumentError(`tcp needs a port, such as ${target.host}:5432/tcp.`);
  return target;
}

/** Formats a target so that {@link parseTarget} reads it. */
export function formatTarget({ host, port, protocol }: HostTarget): string {
  return `${host}${port === undefined ? '' : `:${port}`}${protocol === undefined ? '' : `/${protocol}`}`;
}

/** Returns a command argument that shells do not expand. The hosts of targets have no other special character than `*`. */
export function shellTarget(target: HostTarget): string {
  const text = formatTarget(target);
  return text.includes('*') ? `'${text}'` : text;
}
