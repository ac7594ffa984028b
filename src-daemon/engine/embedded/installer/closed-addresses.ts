import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIP, isIPv4, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { buildConnector } from 'undici';
import type { PackageSource } from '../../layers.ts';

/** An index redirected or resolved to an address that only a configured index or proxy may have. */
export class ClosedAddressError extends Error {
  readonly host: string;

  constructor(host: string) {
    super('a package index led to a closed address');
    this.name = 'ClosedAddressError';
    this.host = host;
  }
}

/** Ranges that are not public: the same as for containers (resources/sandbox/netns/ranges.c). */
const ranges4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
];
const ranges6 = ['::/127', '100::/64', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'];

type Connector = buildConnector.connector;
type ConnectOptions = buildConnector.BuildOptions;

export interface ClosedAddresses {
  /** @throws ClosedAddressError for a closed address. Names are not checked: `guard` checks their addresses */
  checkLiteral(url: URL): void;
  /** Returns a connector that resolves a name once and connects only to an address that is not closed. */
  guard(options: ConnectOptions): Connector;
}

/**
 * Closes private addresses and this machine's own, except the configured hosts and ports of a source. `build` is
 * undici's `buildConnector`, which its caller loads.
 */
export function createClosedAddresses(source: PackageSource, build: typeof buildConnector): ClosedAddresses {
  const closed = closedList();
  const configured = new Set(
    [source.proxy, source.indexUrl, ...(source.extraIndexUrls ?? [])].flatMap((address) => {
      const url = URL.parse(address ?? '');
      return url === null ? [] : [hostAndPort(url)];
    }),
  );
  const isClosed = (address: string) => {
    const inner = embeddedIpv4(address) ?? address;
    return closed.check(inner, isIPv4(inner) ? 'ipv4' : 'ipv6');
  };
  const checkLiteral = (url: URL) => {
    const host = bare(url.hostname);
    if (isIP(host) !== 0 && isClosed(host) && !configured.has(hostAndPort(url))) throw new ClosedAddressError(host);
  };

  return {
    checkLiteral,
    guard(options) {
      const direct = build(options);
      const checked = build({ ...options, lookup: openLookup(isClosed) });
      return (target, callback) => {
        const url = new URL(`${target.protocol}//${target.host ?? target.hostname}`);
        (configured.has(hostAndPort(url)) ? direct : checked)(target, callback);
      };
    },
  };
}

/** Resolves names as the machine does, and removes closed addresses. */
function openLookup(isClosed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    const all: LookupAllOptions = { ...options, all: true } as LookupAllOptions;
    lookup(hostname, all, (error, found: LookupAddress[]) => {
      if (error !== null) return callback(error, '', 0);
      const open = found.filter(({ address }) => !isClosed(address));
      const [first] = open;
      if (first === undefined) return callback(new ClosedAddressError(hostname), '', 0);
      if (options.all === true) callback(null, open);
      else callback(null, first.address, first.family);
    });
  };
}

function closedList(): BlockList {
  const list = new BlockList();
  const add = (range: string, family: 'ipv4' | 'ipv6') => {
    const [network = '', prefix = ''] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  };
  for (const range of ranges4) add(range, 'ipv4');
  for (const range of ranges6) add(range, 'ipv6');
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((found) => found ?? []))
    list.addAddress(address.split('%', 1)[0] ?? '', family === 'IPv4' ? 'ipv4' : 'ipv6');
  return list;
}

/** The IPv4 address inside of a mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96) or 6to4 (2002::/16) address. */
function embeddedIpv4(address: string): string | undefined {
  if (!address.includes(':')) return undefined;
  const groups = groupsOf(address);
  const [first = 0, second = 0, third = 0] = groups;
  if (first === 0x2002) return dotted(second, third);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && [0, 0xffff].includes(groups[5] ?? 0);
  const isTranslated = first === 0x64 && second === 0xff9b;
  return isMapped || isTranslated ? dotted(groups[6] ?? 0, groups[7] ?? 0) : undefined;
}

/** The eight groups of an IPv6 address. URL writes it as hexadecimal groups with the longest run of zeros left out. */
function groupsOf(address: string): number[] {
  const [withoutZone = ''] = address.split('%', 1);
  const [head = '', tail] = bare(new URL(`http://[${withoutZone}]/`).hostname).split('::');
  const read = (text = '') => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [read(head), read(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function hostAndPort({ hostname, port, protocol }: URL): string {
  return `${hostname} ${port || (protocol === 'https:' ? 443 : 80)}`;
}

function bare(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
