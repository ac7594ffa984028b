import { isIPv4 } from 'node:net';
import { findIndexAddresses, type InstallerSource, openingsCap } from '../../installer/index-addresses.ts';
import type { NameLookup } from '../../installer/name-lookup.ts';

/** A TCP port of an IPv4 address that is reachable although the address is in a closed range. */
export interface Opening {
  address: string;
  port: number;
}

/** How the network of an installer differs from that of a run. */
export interface NetworkExceptions {
  openings: readonly Opening[];
  /** Entries `name:address`, so that a name has the same addresses in the container as in `openings`. */
  hosts: readonly string[];
  /** True if everything else is closed, including public addresses and all other names. */
  isExclusive: boolean;
}

export const noExceptions: NetworkExceptions = { openings: [], hosts: [], isExclusive: false };

/**
 * Opens the hosts of an order's index or registry, which are all that its installer may reach.
 * @throws LayerError `installer` for a host that cannot be reached
 */
export async function exceptionsFor(order: InstallerSource, lookup: NameLookup): Promise<NetworkExceptions> {
  const found = await findIndexAddresses(order, lookup);
  // Each host gets an equal share, so that a name with many addresses leaves room for the others.
  const share = Math.floor(openingsCap / found.length);
  const hosts = found.map((one) => ({ ...one, addresses: one.addresses.slice(0, share) }));
  return {
    openings: unique(hosts.flatMap(({ addresses, port }) => addresses.map((address) => ({ address, port })))),
    hosts: [
      ...new Set(
        hosts.flatMap(({ host, addresses }) => (isIPv4(host) ? [] : addresses.map((address) => `${host}:${address}`))),
      ),
    ],
    isExclusive: true,
  };
}

function unique(openings: readonly Opening[]): Opening[] {
  return [...new Map(openings.map((opening) => [`${opening.address} ${opening.port}`, opening])).values()];
}
