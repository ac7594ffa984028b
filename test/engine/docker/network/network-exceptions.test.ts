/** The addresses that the network of an installer allows for a package source. */
import { expect, test } from 'vitest';
import { exceptionsFor } from '../../../../src-daemon/engine/docker/network/exceptions.ts';

const names: Readonly<Record<string, string[]>> = {
  'index.example': ['10.0.0.5', '10.0.0.6'],
  'proxy.example': ['192.168.1.9'],
  'metadata.example': ['169.254.169.254', '100.100.100.200', '168.63.129.16', '127.0.0.1', '0.0.0.0', '224.0.0.1'],
};
const lookup = async (name: string) => names[name] ?? [];
const openedBy = (source: object) => exceptionsFor({ certificates: '', ...source }, lookup);

test('allowed are the addresses of all indexes, each at its port only', async () => {
  const indexes = { indexUrl: 'http://index.example:3141/simple', extraIndexUrls: ['https://172.16.0.7/simple/'] };
  expect(await openedBy(indexes)).toEqual({
    openings: [
      { address: '10.0.0.5', port: 3141 },
      { address: '10.0.0.6', port: 3141 },
      { address: '172.16.0.7', port: 443 },
    ],
    hosts: ['index.example:10.0.0.5', 'index.example:10.0.0.6'],
    isExclusive: false,
  });
});

test('with a proxy only the address of the proxy is allowed', async () => {
  const proxy = 'http://user:password@proxy.example';
  expect(await openedBy({ proxy, indexUrl: 'https://pypi.invalid/simple/' })).toEqual({
    openings: [{ address: '192.168.1.9', port: 80 }],
    hosts: ['proxy.example:192.168.1.9'],
    isExclusive: true,
  });
});

test('metadata services, loopback, broadcast and multicast addresses are never allowed', async () => {
  const urls = ['http://metadata.example/', 'http://169.254.169.254/', 'http://2852039166/', 'http://localhost.:1/'];
  for (const indexUrl of urls) expect((await openedBy({ indexUrl })).openings).toEqual([]);
  expect((await openedBy({ indexUrl: 'http://127.0.0.1:8080/' })).openings).toEqual([]);
  expect((await openedBy({ indexUrl: 'http://[::1]/', extraIndexUrls: ['nonsense'] })).openings).toEqual([]);
});

test('a source without addresses allows nothing', async () => {
  expect(await openedBy({})).toEqual({ openings: [], hosts: [], isExclusive: false });
});
