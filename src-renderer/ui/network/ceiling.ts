import { coversHost } from '../../../src-shared/contracts/network/host-pattern.ts';
import {
  type CeilingEntry,
  effectiveRule,
  type NetworkRule,
} from '../../../src-shared/contracts/network/network-rules.ts';

/** Returns true if one entry of the settings allows all connections of a rule, as the daemon requires. */
export function isWithinCeiling(rule: NetworkRule, ceiling: readonly CeilingEntry[]): boolean {
  const { host, ports, protocol } = effectiveRule(rule);
  return ceiling.some(
    (entry) =>
      coversHost(entry.host, host) &&
      (entry.ports === undefined || ports.every((port) => entry.ports?.includes(port))) &&
      (entry.protocols?.includes(protocol) ?? true),
  );
}

/** Returns the smallest entry of the settings that allows a rule. */
export function ceilingEntryOf(rule: NetworkRule): CeilingEntry {
  const { host, ports, protocol } = effectiveRule(rule);
  return { host, ports: [...ports], protocols: [protocol] };
}
