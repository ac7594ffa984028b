import {
  type CeilingEntry,
  effectiveRule,
  type NetworkProtocol,
  type NetworkRule,
} from '../../../src-shared/contracts/network/network-rules.ts';

export const protocolNames: Readonly<Record<NetworkProtocol, string>> = { tls: 'TLS', http: 'HTTP', tcp: 'TCP' };

export const protocolOptions: readonly { value: NetworkProtocol; label: string }[] = [
  { value: 'tls', label: 'HTTPS, TLS' },
  { value: 'http', label: 'HTTP' },
  { value: 'tcp', label: 'TCP' },
];

/** Describes the connections of a rule: `api.example.com`, `db.example.com:5432 (TCP)`. Defaults are left out. */
export function hostText(rule: NetworkRule): string {
  const { host, ports, protocol } = effectiveRule(rule);
  const defaultPort = protocol === 'tls' ? '443' : protocol === 'http' ? '80' : '';
  const shown = ports.join(',');
  return `${host}${shown === defaultPort ? '' : `:${shown}`}${protocol === 'tls' ? '' : ` (${protocolNames[protocol]})`}`;
}

/** Describes the limits of a rule's requests: `only GET, paths /v1/**`; empty if it has none. */
export function limitsText({ methods, paths, websocket, onlySecrets, address }: NetworkRule): string {
  return [
    methods && `only ${methods.join(', ')}`,
    paths && `only paths ${paths.join(' ')}`,
    websocket && 'WebSocket',
    onlySecrets && 'no other credential',
    address && `at ${address}`,
  ]
    .filter(Boolean)
    .join('; ');
}

/** Describes a whole rule on one line. */
export function ruleText(rule: NetworkRule): string {
  const secrets = rule.secrets && `with ${rule.secrets.join(', ')}`;
  return [hostText(rule), limitsText(rule), secrets].filter(Boolean).join(' · ');
}

export function ceilingText({ host, ports, protocols }: CeilingEntry): string {
  const shown = host === '*' ? 'every host' : host;
  return [
    shown,
    ports ? `port${ports.length === 1 ? '' : 's'} ${ports.join(', ')}` : 'every port',
    protocols ? protocols.map((protocol) => protocolNames[protocol]).join(', ') : 'every protocol',
  ].join(', ');
}

/** Describes the number of hosts: `1 host`. */
export const hostCount = (count: number): string => `${count} host${count === 1 ? '' : 's'}`;
