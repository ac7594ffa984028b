import { coversHost, hostNameProblem } from './host-pattern.ts';
import type { CeilingEntry, EffectiveRule, NetworkRule } from './network-rules.ts';

/** Returns true if one entry of an account's ceiling allows all connections of a rule or of a decision. */
export function isWithinCeiling(
  { host, ports, protocol }: Pick<EffectiveRule, 'host' | 'ports' | 'protocol'>,
  ceiling: readonly CeilingEntry[],
): boolean {
  return ceiling.some(
    (entry) =>
      coversHost(entry.host, host) &&
      (entry.ports === undefined || ports.every((port) => entry.ports?.includes(port))) &&
      (entry.protocols === undefined || entry.protocols.includes(protocol)),
  );
}

/**
 * Returns the rule that allows connections to a host and port, with defaults left out; undefined if the host is no valid
 * name. Port 0 means that only the name is known.
 */
export function ruleAllowing(host: string, port: number): NetworkRule | undefined {
  if (hostNameProblem(host) !== undefined) return undefined;
  if (port === 80) return { host, protocol: 'http' };
  return { host, ...(port !== 0 && port !== 443 && { ports: [port] }) };
}
