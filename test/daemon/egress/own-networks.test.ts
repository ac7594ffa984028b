import os, { type NetworkInterfaceInfo } from 'node:os';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isClosedAddress } from '../../../src-daemon/egress/closed-ranges.ts';
import { ownNetworks } from '../../../src-daemon/egress/own-networks.ts';

function info(cidr: string): NetworkInterfaceInfo {
  const [address = ''] = cidr.split('/', 1);
  const common = { address, cidr, netmask: '', mac: '', internal: false };
  return address.includes(':') ? { ...common, family: 'IPv6', scopeid: 0 } : { ...common, family: 'IPv4' };
}

beforeEach(() => {
  vi.spyOn(os, 'networkInterfaces').mockReturnValue({
    eth0: [info('203.0.113.20/24'), info('2a00:1450:1:2::5/64')],
    wg0: [info('198.51.100.9/1')],
    eth1: [info('198.41.0.4/32')],
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('networks of links have their prefix, and tunnels for everything only their address', () => {
  expect(ownNetworks('IPv4')).toEqual(['203.0.113.20/24', '198.51.100.9/32', '198.41.0.4/32']);
  expect(ownNetworks('IPv6')).toEqual(['2a00:1450:1:2::5/64']);
});

test.each(['203.0.113.20', '203.0.113.77', '::ffff:203.0.113.77', '2a00:1450:1:2::99', '198.51.100.9', '198.41.0.4'])(
  '%s, of this machine or of a neighbour with a public address, is closed',
  (address) => {
    expect(isClosedAddress(address)).toBe(true);
  },
);

test.each(['203.0.114.1', '2a00:1450:1:3::5', '198.51.100.10', '198.41.0.5'])('%s is public', (address) => {
  expect(isClosedAddress(address)).toBe(false);
});
