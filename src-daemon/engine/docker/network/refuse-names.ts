import { headerBytes, nameIn, noSuchName } from './dns-message.ts';
import type { NameForwarder } from './name-forwarder.ts';

/** Maximum number of names that are reported for one installation. A package can ask for any number. */
const reportedCap = 20;

/**
 * Creates the forwarder of an installer. It answers each query with NXDOMAIN and forwards none, because a name could carry data
 * out. The hosts of the package index are in the container's hosts file.
 * @param isKnown returns true for a name of the hosts file, which is not reported
 * @param onRefused called once for each other name that could be a host
 */
export function createNameRefusal(
  isKnown: (name: string) => boolean,
  onRefused: (name: string) => void,
): NameForwarder {
  const reported = new Set<string>();

  function report(name: string): void {
    // Names without a dot and reverse lookups are about the container itself.
    if (!name.includes('.') || name.endsWith('.arpa') || isKnown(name)) return;
    if (reported.has(name) || reported.size === reportedCap) return;
    reported.add(name);
    onRefused(name);
  }

  return async (query) => {
    if (query.length < headerBytes) return undefined;
    report(nameIn(query));
    return noSuchName(query);
  };
}
