import {
  type CeilingEntry,
  effectiveRule,
  type NetworkRule,
} from '../../../src-shared/contracts/network/network-rules.ts';
import { isWithinCeiling as isTargetWithinCeiling } from '../../../src-shared/contracts/network/rule-limits.ts';

/** Returns true if one entry of the settings allows all connections of a rule, as the daemon requires. */
export function isWithinCeiling(rule: NetworkRule, ceiling: readonly CeilingEntry[]): boolean {
  return isTargetWithinCeiling(effectiveRule(rule), ceiling);
}

/** Returns the smallest entry of the settings that allows a rule. */
export function ceilingEntryOf(rule: NetworkRule): CeilingEntry {
  const { host, ports, protocol } = effectiveRule(rule);
  return { host, ports: [...ports], protocols: [protocol] };
}
