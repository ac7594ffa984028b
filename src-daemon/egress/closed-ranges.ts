import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ownNetworks } from './own-networks.ts';

/**
 * The IPv4 ranges that are not public: IANA's registry of special-purpose addresses (RFC 6890) and the metadata addresses
 * of cloud providers outside of it. resources/sandbox/netns/ranges.c has the same list for containers, without the
 * loopback, which is the container's own there; a test compares them.
 */
export const closedRanges4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/4', '240.0.0.0/4'],
] as const;

/**
 * The IPv6 ranges that are not public (IANA's registry, RFC 6890). The last lines are global unicast addresses with a
 * special purpose; everything outside of 2000::/3 that does not contain an IPv4 address is closed as well.
 */
const closedRanges6 = [
  // Unspecified, loopback, NAT64 of a local network (RFC 8215), discard-only, dummy prefix
  ...['::/127', '64:ff9b:1::/48', '100::/64', '100:0:0:1::/64'],
  // Segment routing, unique local (with the metadata address of AWS), link-local, site-local, multicast
  ...['5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
  // Protocol assignments with Teredo, benchmarks and ORCHID; documentation
  ...['2001::/23', '2001:db8::/32', '3fff::/20'],
] as const;

const closed = listOf([...closedRanges4, ...closedRanges6]);
const globalUnicast = listOf(['2000::/3']);

/**
 * Returns true for an address that is not public, of this machine or of a neighbour on one of its links, and for a text
 * that is no address. An IPv6 address that contains an IPv4 address (mapped, compatible, translated, NAT64, 6to4) is
 * closed if that one is.
 */
export function isClosedAddress(address: string): boolean {
  const [text = ''] = address.split('%', 1);
  if (isIP(text) === 0) return true;
  if (isIPv4(text)) return closed.check(text) || isOwn(text);
  if (closed.check(text, 'ipv6') || isOwn(text)) return true;
  const inner = innerIpv4(ipaddr.parse(text).toByteArray());
  return inner === undefined ? !globalUnicast.check(text, 'ipv6') : closed.check(inner) || isOwn(inner);
}

/** Returns the IPv4 address within the 16 bytes of an IPv6 address, in dotted form. */
function innerIpv4(bytes: readonly number[]): string | undefined {
  const startsWith = (...prefix: number[]) => prefix.every((byte, index) => bytes[index] === byte);
  // 6to4 (RFC 3056)
  if (startsWith(0x20, 0x02)) return bytes.slice(2, 6).join('.');
  const eight = Array<number>(8).fill(0);
  const holdsIpv4 =
    // Compatible and mapped (RFC 4291), translated (RFC 2765), NAT64 (RFC 6052)
    startsWith(...eight, 0, 0, 0, 0) ||
    startsWith(...eight, 0, 0, 0xff, 0xff) ||
    startsWith(...eight, 0xff, 0xff, 0, 0) ||
    startsWith(0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0);
  return holdsIpv4 ? bytes.slice(12).join('.') : undefined;
}

function isOwn(address: string): boolean {
  const isFour = isIPv4(address);
  return listOf(ownNetworks(isFour ? 'IPv4' : 'IPv6')).check(address, isFour ? 'ipv4' : 'ipv6');
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix = ''] = range.split('/');
    list.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}
