import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closedRanges4, isClosedAddress } from '../../../src-daemon/egress/closed-ranges.ts';

const source = join(import.meta.dirname, '../../../resources/sandbox/netns/ranges.c');

test('containers and the egress child close the same IPv4 ranges; the loopback of a container is its own', () => {
  const [, list = ''] = /not_public\[\] = \{([^}]*)\}/.exec(readFileSync(source, 'utf8')) ?? [];
  const ofContainers = [...list.matchAll(/"([^"]+)"/g)].map(([, range]) => range);
  expect(ofContainers.length).toBeGreaterThan(10);
  expect([...ofContainers, '127.0.0.0/8'].sort()).toEqual([...closedRanges4].sort());
});

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.64.0.1', '168.63.129.16', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.168.1.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...[
    '::',
    '::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '100::1',
    '100:0:0:1::1',
  ],
  ...[
    '2001::1',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:2::1',
    '2001:20::1',
    '2001:db8::1',
    '3fff::1',
    '5f00::1',
  ],
])('%s is closed', (address) => {
  expect(isClosedAddress(address)).toBe(true);
});

test.each([
  ...['::ffff:10.0.0.1', '::ffff:a00:1', '0:0:0:0:0:ffff:7f00:1', '::10.0.0.1', '::ffff:0:10.0.0.1'],
  ...['64:ff9b::10.0.0.1', '64:ff9b::a9fe:a9fe', '2002:a00:1::1', '2002:7f00:1::', '64:ff9b:1::808:808'],
])('%s contains a closed address, or leads into the local network', (address) => {
  expect(isClosedAddress(address)).toBe(true);
});

test.each(['127.1', '0x7f000001', '2130706433', '010.0.0.1', '1.2.3', 'localhost', '', '::g', '4000::1'])(
  '%j is no public address',
  (address) => {
    expect(isClosedAddress(address)).toBe(true);
  },
);

test.each([
  ...['1.1.1.1', '93.184.215.14', '100.128.0.1', '172.32.0.1', '192.0.1.1', '198.20.0.1', '223.255.255.255'],
  ...['2606:4700::1111', '2a00:1450::1', '::ffff:1.1.1.1', '64:ff9b::1.1.1.1', '2002:101:101::1'],
])('%s is public', (address) => {
  expect(isClosedAddress(address)).toBe(false);
});

test('the addresses of this machine are closed', () => {
  const own = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  expect(own.length).toBeGreaterThan(0);
  for (const { address } of own) expect(isClosedAddress(address)).toBe(true);
});
