import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeArchives } from '../../scripts/install/node-archive.mjs';
import { findPinnedNode, lowestNode, pinnedNode } from '../../scripts/install/pinned-node.mjs';
import { checkNode } from '../../src-cli/doctor/check-machine.ts';
import { findApp, NodeVersionError } from '../../src-daemon/process/find-app.ts';
import { nodeBinaries } from '../../src-shared-node/node-binaries.mjs';
import { isSafeNode } from '../../src-shared-node/safe-node.mjs';

const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
const nowhere = join(import.meta.dirname, 'nowhere');

describe('a version of Node', () => {
  const versions: [string, boolean][] = [
    ['24.18.1', true],
    ['24.18.2', true],
    ['24.21.0', true],
    ['24.100.0', true],
    ['24.18.0', false],
    ['24.9.9', false],
    ['24.0.0', false],
    ['22.23.3', false],
    ['26.10.0', false],
    ['24.21.0-nightly1', true],
    ['24', false],
    ['', false],
    ['x.y.z', false],
  ];

  it.each(versions)('%s is safe: %s, where the lowest one is 24.18.1', (version, isSafe) => {
    expect(isSafeNode(version, '24.18.1')).toBe(isSafe);
  });

  it('is refused by the daemon and reported by doctor below the lowest one of package.json', () => {
    expect(lowestNode).toBe(manifest.lowestNode);
    expect(() => findApp('24.0.0')).toThrow(NodeVersionError);
    expect(findApp(lowestNode).version).toBe(manifest.version);
    expect(checkNode('24.0.0', lowestNode)).toMatchObject({
      status: 'failure',
      found: expect.stringContaining('24.0.0'),
    });
    expect(checkNode('24.0.0', lowestNode).nextStep).toContain(lowestNode);
    expect(checkNode('24.21.0', lowestNode)).toMatchObject({
      status: 'ok',
      found: expect.stringContaining(lowestNode),
    });
  });
});

describe('the Node of a start', () => {
  const on = (platform: string, arch: string, version: string) => ({
    platform,
    arch,
    version,
    execPath: '/system/node',
  });
  const withPackage = Object.keys(nodeBinaries).filter((platform) => !(platform in nodeArchives));

  it.each(withPackage)('is the one of the npm package on %s, and no other', (platform) => {
    const [system = '', arch = ''] = platform.split('-');
    expect(findPinnedNode(nowhere, on(system, arch, '24.21.0'))).toBeUndefined();
  });

  it.each([
    ['darwin', 'arm64'],
    ['freebsd', 'x64'],
    ['win32', 'arm64'],
  ])("is the system's on %s %s where none was brought, from the lowest safe version on", (platform, arch) => {
    expect(findPinnedNode(nowhere, on(platform, arch, '24.21.0'))).toBe('/system/node');
    for (const version of ['24.0.0', '24.18.0', '20.20.2', '26.10.0'])
      expect(findPinnedNode(nowhere, on(platform, arch, version)), version).toBeUndefined();
  });

  it('that is missing is refused with the version to install', () => {
    const start = () => pinnedNode(nowhere, on('darwin', 'arm64', '24.0.0'));
    expect(start).toThrow(`${manifest.lowestNode} or later`);
    expect(start).toThrow('this is Node 24.0.0');
  });
});
