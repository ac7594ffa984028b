import { matchesHost } from '../../../src-shared/contracts/network/host-pattern.ts';
import type { BlockedReason } from '../../../src-shared/contracts/network/network-events.ts';
import type { EffectiveRule } from '../../../src-shared/contracts/network/network-rules.ts';
import type { Target } from './label.ts';

/** The rule of a connection. */
export interface AppliedRule {
  rule: EffectiveRule;
  /** Index in the policy; null for a connection that a person has allowed. */
  index: number | null;
}

/**
 * Returns the first rule, in the order of the policy, whose host and port match, or the reason why there is none. An exact
 * name has no precedence over a wildcard that comes before it.
 */
export function chooseRule(rules: readonly EffectiveRule[], { host, port }: Target): AppliedRule | BlockedReason {
  let reason: BlockedReason = 'name_not_allowed';
  for (const [index, rule] of rules.entries()) {
    if (!matchesHost(rule.host, host)) continue;
    if (rule.ports.includes(port)) return { rule, index };
    reason = 'port_not_allowed';
  }
  return reason;
}

/** Returns true if requests of the rule's connections are read, which needs a certificate of the run's authority. */
export function isIntercepted({ protocol, methods, paths, websocket, secrets }: EffectiveRule): boolean {
  return protocol === 'tls' && (methods !== undefined || paths !== undefined || websocket || secrets.length > 0);
}
