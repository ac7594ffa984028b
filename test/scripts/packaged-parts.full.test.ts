import { existsSync, globSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { nodeBundles } from '../../scripts/packaging/lay-out-package.ts';
import { findAppParts } from '../../src-main/app-parts.ts';
import { root } from '../house/checkout.ts';
import { layOutPackagedApp, type PackagedApp } from '../support/daemon/packaged-app.ts';
import { missingParts } from './missing-parts.ts';
import { packagesNamedBy } from './packages-named-by.ts';

let app: PackagedApp;
const limitMs = 60_000;

beforeAll(() => {
  app = layOutPackagedApp();
}, limitMs);

describe('the laid-out package', () => {
  it('has every resource, bundle and package that its programs read by name', async () => {
    expect(await missingParts(app.stage)).toEqual([]);
  });

  it('is reported as incomplete for each part that it lacks', async () => {
    const lost = [
      'resources/installer',
      'resources/families',
      'out/migration',
      'node_modules/pnpm/dist/node_modules',
      'node_modules/swagger-ui-dist',
      'node_modules/@jitl/quickjs-ffi-types',
    ];
    const at = (path: string) => join(app.stage, 'daemon', path);
    for (const path of lost) renameSync(at(path), `${at(path)}.lost`);
    const missing = await missingParts(app.stage);
    for (const path of lost) renameSync(`${at(path)}.lost`, at(path));
    for (const path of lost) expect(missing.filter((found) => found.startsWith(path)).length, path).toBeGreaterThan(0);
  });

  it('has the parts that Electron opens, at the paths at which it opens them', () => {
    const parts = findAppParts({ isPackaged: true, appRoot: join(app.stage, 'app'), resourcesPath: app.stage });
    expect(Object.entries(parts).filter(([, path]) => !existsSync(path))).toEqual([]);
    expect(statSync(parts.nodePath).mode & 0o111).toBe(0o111);
  });

  it('names no path of the checkout', () => {
    const bundles = globSync('*/*.js', { cwd: join(app.stage, 'daemon/out') });
    expect(new Set(bundles.map((path) => path.split('/')[0]))).toEqual(new Set(nodeBundles));
    for (const path of bundles) expect(readFileSync(join(app.stage, 'daemon/out', path), 'utf8')).not.toContain(root);
  });
});

it.each([
  ["import 'a/sub.js'; export * from '@b/c';", ['a', '@b/c']],
  ["await import('d'); require('e/f'); createRequire(u).resolve('g'); createRequire(u)('h');", ['d', 'e', 'g', 'h']],
  ["import.meta.resolve('i/package.json'); join(findPackage('@j/k'), 'dist');", ['i', '@j/k']],
  ["requireWithPresets('l', (require) => ({}));", ['l']],
  ["import './own.js'; import 'node:fs'; resolve('word'); load('word'); const m = 'word';", []],
])('the packages that %s names are found', (source, names) => {
  expect(packagesNamedBy(source)).toEqual(names);
});
