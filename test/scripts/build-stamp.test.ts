import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { isBuildStale, sourceHash, writeBuildStamp } from '../../scripts/build/build-stamp.ts';
import { plant } from '../house/checkout.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'));
  plant(folder, {
    'package.json': '{}',
    'package-lock.json': '{}',
    'scripts/build.ts': '',
    'scripts/build/daemon-build.ts': '',
    'src-shared/a.ts': 'export const a = 1;',
    'src-daemon/process/index.ts': "import '../src-shared/a.ts';",
    'out/daemon/index.js': '',
  });
  writeBuildStamp(folder, sourceHash(folder));
});

it('is fresh after a build', () => {
  expect(isBuildStale(folder)).toBe(false);
});

it.each([
  ['a source that changed', { 'src-shared/a.ts': 'export const a = 2;' }],
  ['a new source', { 'src-shared/b.ts': '' }],
  ['another lock', { 'package-lock.json': '{ }' }],
  ['other build options', { 'scripts/build/daemon-build.ts': 'changed' }],
  ['an entry that was never built', { 'src-cli/index.ts': '' }],
])('is stale by %s', (_, change) => {
  plant(folder, change);
  expect(isBuildStale(folder)).toBe(true);
});

it('is stale if a bundle is missing', () => {
  rmSync(join(folder, 'out/daemon/index.js'));
  expect(isBuildStale(folder)).toBe(true);
});
