import { effectiveRule, type Network, type NetworkRule } from '../../src-shared/contracts/network/network-rules.ts';

/** Formats a network on one line: `full`, or each host with what is not a default. */
export function describeNetwork(network: Network): string {
  if (typeof network === 'string') return network;
  const rules = network.allow.map(describeRule).join(', ') || 'no host';
  return network.onBlocked === 'ask' ? `${rules}; asks about others` : rules;
}

/** Formats a rule: `api.example.com:8443 (GET; TOKEN)`. */
function describeRule(rule: NetworkRule): string {
  const { host, ports, protocol, address, methods, paths, secrets } = effectiveRule(rule);
  const hasDefaultPorts = protocol === 'http' || (protocol === 'tls' && ports.length === 1 && ports[0] === 443);
  const target = `${host}${hasDefaultPorts ? '' : `:${ports.join(',')}`}${protocol === 'tls' ? '' : `/${protocol}`}`;
  const limits = [address && `at ${address}`, methods?.join(' '), paths?.join(' '), secrets.join(' ')].filter(Boolean);
  return limits.length === 0 ? target : `${target} (${limits.join('; ')})`;
}
