import { hostNameProblem } from '../../src-shared/contracts/network/host-pattern.ts';
import { type BlockedReason, isFailure, lacksRule } from '../../src-shared/contracts/network/network-events.ts';
import type { NetworkTotal } from '../../src-shared/contracts/network/network-report.ts';
import { visibleLine } from '../../src-shared/formats/visible-text.ts';
import { shellTarget } from './host-target.ts';

/** Refused and failed connections to one host and port. */
export type Blocked = Pick<NetworkTotal, 'host' | 'port' | 'reasons'>;

const maxLines = 20;

/** Reasons as a person reads them. */
const reasonTexts: Record<BlockedReason, string> = {
  name_not_allowed: 'no rule allows this host',
  port_not_allowed: 'no rule allows this port',
  denied: 'no rule allows it, and no one allowed it in time',
  name_not_found: 'the host does not exist',
  closed_address: 'its address is not public',
  connect_failed: 'it did not accept the connection',
  not_tls: 'the connection is not encrypted with TLS',
  sni_mismatch: 'the TLS connection names another host',
  host_mismatch: 'the request names another host',
  bad_request: 'the request is not valid HTTP/1.1',
  method_not_allowed: 'the rule does not allow this method',
  path_not_allowed: 'the rule does not allow this path',
  websocket_not_allowed: 'the rule does not allow WebSockets',
  placeholder_misplaced: 'the placeholder of a secret is where its value must not be sent',
  secret_unusable: 'the value of the secret cannot be sent there',
  secret_missing: 'the rule demands one of its secrets in each request',
  other_credential: 'the rule allows no credential but its secrets',
  bad_certificate: 'its certificate is not valid',
  bad_response: 'the response is not valid HTTP',
  too_large: 'the request, the response or all data are too large',
  timeout: 'the time limit of the connection',
  limit: 'a limit of the run, such as the number of connections',
};

/** Advice for a reason that does not depend on the connection. */
const advice: Partial<Record<BlockedReason, string>> = {
  method_not_allowed: 'add it to "methods" of the rule in --network-rules',
  path_not_allowed: 'add it to "paths" of the rule in --network-rules',
  websocket_not_allowed: 'set "websocket": true in the rule in --network-rules',
  placeholder_misplaced:
    'name the header, query parameter or field with: strongroom secrets set NAME --host HOST --in …',
};

/** Returns one line for each host and port that was refused or failed, with the option that would help. */
export function blockedLines(blocked: readonly Blocked[]): string[] {
  const lines = blocked.slice(0, maxLines).map(lineOf);
  const rest = blocked.length - lines.length;
  return rest > 0 ? [...lines, `${rest} more hosts or ports were blocked or failed`] : lines;
}

function lineOf(blocked: Blocked): string {
  const { host, port, reasons } = blocked;
  const target = visibleLine(port === 0 ? host : `${host}:${port}`);
  const option = optionFor(blocked);
  const what = reasons.length > 0 && reasons.every(isFailure) ? 'no connection to' : 'blocked';
  return `${what} ${target}: ${reasons.map((reason) => reasonTexts[reason]).join('; ')}${option && ` (${option})`}`;
}

/** Returns the option that would allow the connections, or an empty text. A name that is no host name is not repeated. */
export function optionFor({ host, port, reasons }: Blocked): string {
  const first = reasons[0];
  if (first === undefined || hostNameProblem(host) !== undefined) return '';
  if (lacksRule(first)) return `--allow ${allowTarget(host, port)}`;
  if (first === 'not_tls') return `--allow ${shellTarget({ host, port, protocol: port === 80 ? 'http' : 'tcp' })}`;
  return advice[first] ?? '';
}

/** Port 443 is the default. A number of 0 means that the program only looked up the name. */
function allowTarget(host: string, port: number): string {
  if (port === 0 || port === 443) return host;
  return shellTarget(port === 80 ? { host, protocol: 'http' } : { host, port });
}
