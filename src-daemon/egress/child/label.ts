import { hostNameProblem } from '../../../src-shared/contracts/network/host-pattern.ts';

/** The host and port of one connection. */
export interface Target {
  host: string;
  port: number;
}

/** A message of the relay: a connection, or a name that it has answered with NXDOMAIN. */
export type Label = ({ kind: 'tcp' } & Target) | { kind: 'dns'; host: string };

/** Reads the label of a relay's channel: `tcp NAME PORT` or `dns NAME`. Returns undefined for any other. */
export function readLabel(label: string): Label | undefined {
  const [kind, host = '', portText, ...rest] = label.split(' ');
  if (hostNameProblem(host) !== undefined || rest.length > 0) return undefined;
  if (kind === 'dns' && portText === undefined) return { kind, host };
  if (kind !== 'tcp' || portText === undefined || !/^[1-9]\d{0,4}$/.test(portText)) return undefined;
  const port = Number(portText);
  return port <= 65_535 ? { kind, host, port } : undefined;
}
