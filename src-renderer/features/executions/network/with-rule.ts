import type { RunOptions } from '../../../../src-shared/contracts/execute-request.ts';
import type { Network, NetworkRule, NetworkRules } from '../../../../src-shared/contracts/network/network-rules.ts';

/** Returns run options with one more rule. Options without rules get only this one, and no secret that they do not name. */
export function withRule<Options extends Pick<RunOptions, 'network' | 'secrets'>>(
  options: Options,
  rule: NetworkRule,
): Options {
  const { network, secrets = 'all' } = options;
  return { ...options, network: rulesWith(network, rule), ...(secrets === 'all' && { secrets: [] }) };
}

/** Returns rules with one more rule. */
export function rulesWith(network: Network | undefined, rule: NetworkRule): NetworkRules {
  if (typeof network !== 'object') return { allow: [rule] };
  return { ...network, allow: [...network.allow, rule] };
}
