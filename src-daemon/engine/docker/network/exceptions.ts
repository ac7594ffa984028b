import { BlockList, isIPv4 } from 'node:net';
import type { PackageSource } from '../../layers.ts';
import type { NameLookup } from './name-lookup.ts';

/** A TCP port of an IPv4 address that stays reachable although the address is in a closed range. */
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

/** The limit of the holder: OPENINGS_CAP in resources/sandbox/netns/netns.h. */
const openingsCap = 64;
const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * Returns the addresses of the configured index, registry and proxy, which the installer may reach even if they are
 * private. With a proxy it may reach nothing else, because the proxy forwards all its requests.
 */
export async function exceptionsFor(source: PackageSource, lookup: NameLookup): Promise<NetworkExceptions> {
  const addresses = [source.proxy, source.indexUrl, ...(source.extraIndexUrls ?? [])];
  const urls = addresses.flatMap((address) => (address === undefined ? [] : (URL.parse(address) ?? [])));
  const names = [...new Set(urls.map(({ hostname }) => hostname))];
  const found = await Promise.all(names.map(async (name) => [name, await addressesOf(name, lookup)] as const));
  const byName = new Map(found);
  const openings = urls.flatMap(({ hostname, port, protocol }) =>
    (byName.get(hostname) ?? []).map((address) => ({ address, port: Number(port) || (defaultPorts[protocol] ?? 0) })),
  );
  const hosts = found.flatMap(([name, own]) => (isIPv4(name) ? [] : own.map((address) => `${name}:${address}`)));
  return { openings: unique(openings).slice(0, openingsCap), hosts, isExclusive: source.proxy !== undefined };
}

async function addressesOf(name: string, lookup: NameLookup): Promise<string[]> {
  const found = isIPv4(name) ? [name] : await lookup(name);
  return found.filter((address) => !neverOpened.check(address));
}

/**
 * Addresses that cannot be those of a package index: the container's loopback, link-local addresses, the metadata
 * services of cloud providers (those of AWS, Google and Azure are link-local), and addresses of more than one host.
 */
const neverOpened = new BlockList();
neverOpened.addSubnet('0.0.0.0', 8);
neverOpened.addSubnet('127.0.0.0', 8);
neverOpened.addSubnet('169.254.0.0', 16);
neverOpened.addAddress('168.63.129.16');
neverOpened.addAddress('100.100.100.200');
neverOpened.addSubnet('192.0.0.0', 24);
neverOpened.addSubnet('224.0.0.0', 4);
neverOpened.addSubnet('240.0.0.0', 4);

function unique(openings: readonly Opening[]): Opening[] {
  return [...new Map(openings.map((opening) => [`${opening.address} ${opening.port}`, opening])).values()];
}
