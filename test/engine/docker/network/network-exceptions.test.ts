/** The addresses that the network of an installer allows for a package source. */
import { expect, test } from 'vitest';
import type { PackageManager } from '../../../../src-daemon/egress/index-hosts.ts';
import { exceptionsFor } from '../../../../src-daemon/engine/docker/network/exceptions.ts';

const many = Array.from({ length: 90 }, (_, number) => `198.51.100.${number}`);
const names: Readonly<Record<string, string[]>> = {
  'index.example': ['10.0.0.5', '10.0.0.6'],
  'proxy.example': ['192.168.1.9'],
  'metadata.example': ['169.254.169.254', '100.100.100.200', '168.63.129.16', '127.0.0.1', '0.0.0.0', '224.0.0.1'],
  'mixed.example': ['127.0.0.1', '192.0.2.7'],
  'wide.example': many,
  'pypi.org': ['151.101.0.223'],
  'files.pythonhosted.org': ['151.101.0.223', '151.101.64.223'],
  'registry.npmjs.org': ['104.16.0.34'],
  'download.pytorch.org': ['192.0.2.30'],
  'download-r2.pytorch.org': ['192.0.2.31'],
};
const lookup = async (name: string) => names[name] ?? [];
const openedBy = (source: object, packageManager: PackageManager = 'pip') =>
  exceptionsFor({ packageManager, source: { certificates: '', ...source } }, lookup);
const addressesOf = async (source: object) => (await openedBy(source)).openings.map(({ address }) => address);

test('allowed are the addresses of all indexes, each at its port only', async () => {
  const indexes = { indexUrl: 'http://index.example:3141/simple', extraIndexUrls: ['https://172.16.0.7/simple/'] };
  expect(await openedBy(indexes)).toEqual({
    openings: [
      { address: '10.0.0.5', port: 3141 },
      { address: '10.0.0.6', port: 3141 },
      { address: '172.16.0.7', port: 443 },
    ],
    hosts: ['index.example:10.0.0.5', 'index.example:10.0.0.6'],
    isExclusive: true,
  });
});

test('without a configured index they are those of the public one, and of the host of its files', async () => {
  expect(await openedBy({})).toEqual({
    openings: [
      { address: '151.101.0.223', port: 443 },
      { address: '151.101.64.223', port: 443 },
    ],
    hosts: ['pypi.org:151.101.0.223', 'files.pythonhosted.org:151.101.0.223', 'files.pythonhosted.org:151.101.64.223'],
    isExclusive: true,
  });
  expect(await openedBy({}, 'npm')).toEqual({
    openings: [{ address: '104.16.0.34', port: 443 }],
    hosts: ['registry.npmjs.org:104.16.0.34'],
    isExclusive: true,
  });
  expect(await addressesOf({ indexUrl: 'https://download.pytorch.org/whl/cpu' })).toEqual(['192.0.2.30', '192.0.2.31']);
});

test('with a proxy they are those of the proxy, and of a configured index that resolves here', async () => {
  const proxy = 'http://user:password@proxy.example';
  const ofProxy = { address: '192.168.1.9', port: 80 };
  expect(await openedBy({ proxy, indexUrl: 'https://pypi.invalid/simple/' })).toEqual({
    openings: [ofProxy],
    hosts: ['proxy.example:192.168.1.9'],
    isExclusive: true,
  });
  expect((await openedBy({ proxy })).openings).toEqual([ofProxy]);
  const [, ...ofIndex] = (await openedBy({ proxy, indexUrl: 'http://index.example/' })).openings;
  expect(ofIndex.map(({ address }) => address)).toEqual(['10.0.0.5', '10.0.0.6']);
});

test('a name with many addresses leaves room for the others, in the limit of the holder', async () => {
  const extraIndexUrls = ['https://index.example/', 'https://mixed.example/'];
  const { openings, hosts } = await openedBy({ indexUrl: 'https://wide.example/', extraIndexUrls });
  expect(openings.map(({ address }) => address)).toEqual([...many.slice(0, 21), '10.0.0.5', '10.0.0.6', '192.0.2.7']);
  expect(hosts).toHaveLength(openings.length);
  const ports = Array.from({ length: 65 }, (_, port) => `http://index.example:${port + 1000}/`);
  expect(
    (await openedBy({ indexUrl: 'http://index.example/', extraIndexUrls: ports.slice(0, 63) })).openings,
  ).toHaveLength(64);
  await expect(openedBy({ extraIndexUrls: ports })).rejects.toMatchObject({
    reason: expect.stringContaining('64 hosts'),
  });
});

test('metadata services, loopback, broadcast and multicast addresses are never allowed', async () => {
  const urls = ['http://metadata.example/', 'http://169.254.169.254/', 'http://2852039166/', 'http://127.0.0.1:8080/'];
  for (const indexUrl of urls)
    await expect(openedBy({ indexUrl })).rejects.toMatchObject({ reason: expect.stringMatching(/never open/) });
  expect(await addressesOf({ indexUrl: 'http://mixed.example/' })).toEqual(['192.0.2.7']);
});

test.each([
  [{ indexUrl: 'https://absent.example/' }, 'The host absent.example of the package index has no IPv4 address'],
  [{ indexUrl: 'http://[::1]/' }, 'The host [::1] of the package index'],
  [{ extraIndexUrls: ['http://localhost.:1/'] }, 'The host localhost. of the package index'],
  [{ proxy: 'http://absent.example:3128' }, 'The host absent.example of the proxy'],
])('a host that does not resolve is named (%j)', async (source, message) => {
  await expect(openedBy(source)).rejects.toMatchObject({
    name: 'LayerError',
    reason: expect.stringContaining(message),
  });
});
