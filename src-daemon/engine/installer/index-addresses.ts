import { BlockList, isIPv4 } from 'node:net';
import { hostKey, hostOf, type IndexHost, indexHosts } from '../../egress/index-hosts.ts';
import { LayerError, type LayerOrder } from '../layers.ts';
import type { NameLookup } from './name-lookup.ts';

/** A host that an installation may reach, with its IPv4 addresses. An optional one may have none. */
export interface IndexAddress extends IndexHost {
  /** Without addresses that are never opened. */
  addresses: readonly string[];
}

export type InstallerSource = Pick<LayerOrder, 'packageManager' | 'source'>;

/** The limit of the holder of a container's network: OPENINGS_CAP in resources/sandbox/netns/netns.h. */
export const openingsCap = 64;

/**
 * Resolves the hosts of an order's index or registry, which are all that its installer may reach. With a proxy it may reach
 * the proxy and a configured index that resolves here: the proxy resolves all other names.
 * @throws LayerError `installer` for a host that cannot be reached
 */
export async function findIndexAddresses(order: InstallerSource, lookup: NameLookup): Promise<IndexAddress[]> {
  const { required, optional } = hostsOf(order);
  const hosts = [...required, ...optional];
  if (hosts.length > openingsCap) throw tooManyHosts();
  const found = await resolveAll(hosts, lookup);
  for (const one of required) checkReachable(one, found.get(one.host) ?? []);
  return hosts.map(({ host, port }) => ({ host, port, addresses: (found.get(host) ?? []).filter(isOpenable) }));
}

interface NamedHost extends IndexHost {
  /** Purpose of the host, for messages. */
  role: 'package index' | 'proxy';
}

function hostsOf({ packageManager, source }: InstallerSource): { required: NamedHost[]; optional: NamedHost[] } {
  const ofIndex = indexHosts({ packageManager, source }).map((one) => ({ ...one, role: 'package index' as const }));
  const proxy = URL.parse(source.proxy ?? '');
  if (proxy === null) return { required: ofIndex, optional: [] };
  const required = { ...hostOf(proxy), role: 'proxy' as const };
  const optional = source.indexUrl === undefined ? [] : ofIndex.filter((one) => hostKey(one) !== hostKey(required));
  return { required: [required], optional };
}

async function resolveAll(hosts: readonly IndexHost[], lookup: NameLookup): Promise<Map<string, string[]>> {
  const names = [...new Set(hosts.map(({ host }) => host))];
  return new Map(
    await Promise.all(names.map(async (name) => [name, isIPv4(name) ? [name] : await lookup(name)] as const)),
  );
}

/** @throws LayerError `installer` */
function checkReachable({ host, role }: NamedHost, addresses: readonly string[]): void {
  if (addresses.some(isOpenable)) return;
  const [address] = addresses;
  const why =
    address === undefined
      ? `The host ${host} of the ${role} has no IPv4 address: this machine could not resolve its name. Check its spelling ` +
        'and the network of this machine.'
      : `The host ${host} of the ${role} has the address ${address}, which is never open to an installer: it is a loopback, ` +
        'link-local, metadata or multicast address. Use an address that this machine has on a network.';
  throw new LayerError(
    'installer',
    `${why} The settings under installer and the configuration of pip and npm name it.`,
  );
}

function tooManyHosts(): LayerError {
  return new LayerError('installer', `An installation can use at most ${openingsCap} hosts. Configure fewer indexes.`);
}

function isOpenable(address: string): boolean {
  return !neverOpened.check(address);
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
