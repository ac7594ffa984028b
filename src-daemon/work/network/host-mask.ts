import { getDomain } from 'tldts';
import { createOutputMask } from '../../../src-shared-node/masking/output-mask.ts';
import { textUnits } from '../../../src-shared-node/masking/output-units.ts';

/** A name of a host has at most 253 characters (RFC 1035), so that a longer value cannot be a part of one. */
const hostCharacters = 253;
/** Names that are remembered with their masked form. */
const remembered = 1024;
const mark = '***';

/** Replaces values in the name of a host. */
export type HostMask = (host: string) => string;

/**
 * Returns a mask for the names of hosts that a program asks for. Names have no capital letters, and a long value has dots in
 * it, because a part of a name has at most 63 characters: both are considered. Names of rules stay as they are.
 * @param values the values of secrets that the program has as variables
 */
export function createHostMask(values: readonly string[], ruleHosts: readonly string[]): HostMask {
  const short = values.filter(({ length }) => length <= hostCharacters);
  const mask = createOutputMask(short, { units: { ...textUnits, fromText: (text) => text.toLowerCase() } });
  const known = new Map(ruleHosts.map((host) => [host, host]));

  return (host) => {
    const before = known.get(host);
    if (before !== undefined) return before;
    const masked = maskedHost(host);
    if (known.size < ruleHosts.length + remembered) known.set(host, masked);
    return masked;
  };

  function maskedHost(host: string): string {
    if (!hasValue(host) && !hasValue(host.replaceAll('.', ''))) return host;
    // The rest of a name in which a value was found could be a part of the value.
    const domain = getDomain(host) ?? '';
    return domain === '' || domain === host || hasValue(domain) ? mark : `${mark}.${domain}`;
  }

  function hasValue(text: string): boolean {
    const stream = mask.newStream();
    return stream.push(text) + stream.release() !== text;
  }
}
