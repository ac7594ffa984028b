import type { RunOptions } from '../../../../src-shared/contracts/execute-request.ts';
import { hostNameProblem } from '../../../../src-shared/contracts/network/host-pattern.ts';
import type { Network, NetworkRule, NetworkRules } from '../../../../src-shared/contracts/network/network-rules.ts';

/** Returns the rule that allows connections to a host and port; undefined if the host is no valid name. */
export function ruleFor(host: string, port: number): NetworkRule | undefined {
  if (hostNameProblem(host) !== undefined) return undefined;
  if (port === 80) return { host, protocol: 'http' };
  // Port 0: only the name is known.
  return { host, ...(port !== 0 && port !== 443 && { ports: [port] }) };
}

/** Returns run options with one more rule. Options without rules get only this one. */
export function withRule<Options extends Pick<RunOptions, 'network'>>(options: Options, rule: NetworkRule): Options {
  return { ...options, network: rulesWith(options.network, rule) };
}

/** Returns rules with one more rule. */
export function rulesWith(network: Network | undefined, rule: NetworkRule): NetworkRules {
  if (typeof network !== 'object') return { allow: [rule] };
  return { ...network, allow: [...network.allow, rule] };
}
