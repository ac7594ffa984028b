import { expect, it } from 'vitest';
import { withAddresses } from '../../scripts/install/lock-addresses.mjs';

const addressesOf = (packages: Record<string, object>, registry: string) =>
  Object.values(withAddresses({ packages }, registry).packages).map(({ resolved }) => resolved);

it('names the tarball of each package at the registry that is given', () => {
  const packages = {
    'node_modules/plain': { version: '1.0.0' },
    'node_modules/@scope/named': { version: '2.0.0-rc.1' },
    'node_modules/plain/node_modules/@scope/inner': { version: '3.0.0' },
    'node_modules/alias': { name: '@other/real', version: '4.0.0' },
  };
  expect(addressesOf(packages, 'https://registry.example/npm/')).toEqual([
    'https://registry.example/npm/plain/-/plain-1.0.0.tgz',
    'https://registry.example/npm/@scope/named/-/named-2.0.0-rc.1.tgz',
    'https://registry.example/npm/@scope/inner/-/inner-3.0.0.tgz',
    'https://registry.example/npm/@other/real/-/real-4.0.0.tgz',
  ]);
});

it('leaves alone what no registry has', () => {
  const packages = {
    '': { version: '0.1.0' },
    'node_modules/bundled': { version: '1.0.0', inBundle: true },
    'node_modules/linked': { link: true, resolved: 'here' },
  };
  expect(addressesOf(packages, 'https://registry.example')).toEqual([undefined, undefined, 'here']);
});

it('keeps everything else of the lock, the digests above all', () => {
  const lock = { lockfileVersion: 3, packages: { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } } };
  expect(withAddresses(lock, 'https://registry.example')).toMatchObject(lock);
});
