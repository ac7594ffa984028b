import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  hasDevelopmentPackages,
  missingPackages,
  readInstalled,
  restoreModificationTime,
} from '../../scripts/install/installed-packages.mjs';
import { plant } from '../house/checkout.ts';

const runs = { version: '1.0.0', integrity: 'sha512-runs' };
const tests = { version: '2.0.0', integrity: 'sha512-tests', dev: true };
const elsewhere = { version: '3.0.0', integrity: 'sha512-elsewhere', optional: true };
const lock = { '': {}, 'node_modules/runs': runs, 'node_modules/tests': tests, 'node_modules/elsewhere': elsewhere };
const hiddenLock = 'node_modules/.package-lock.json';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'installed-'));
  plant(folder, { 'package-lock.json': JSON.stringify({ packages: lock }) });
});

/** Creates what npm does: the folders, and the hidden lockfile. */
function install(packages: Record<string, object>): void {
  for (const path of Object.keys(packages)) plant(folder, { [`${path}/package.json`]: '{}' });
  plant(folder, { [hiddenLock]: JSON.stringify({ packages }) });
}

it('finds every required package missing in a bare checkout', () => {
  expect(readInstalled(folder)).toBeUndefined();
  expect(missingPackages(folder, 'all')).toEqual(['node_modules/runs', 'node_modules/tests']);
  expect(missingPackages(folder, 'start')).toEqual(['node_modules/runs']);
});

it('is complete for a start, and not for development, without the development packages', () => {
  install({ 'node_modules/runs': runs });
  expect(missingPackages(folder, 'start')).toEqual([]);
  expect(missingPackages(folder, 'all')).toEqual(['node_modules/tests']);
  expect(hasDevelopmentPackages(folder)).toBe(false);
});

it('recognises a manual installation, with or without development packages', () => {
  install({ 'node_modules/runs': runs, 'node_modules/tests': tests });
  expect(missingPackages(folder, 'all')).toEqual([]);
  expect(missingPackages(folder, 'start')).toEqual([]);
  expect(hasDevelopmentPackages(folder)).toBe(true);
  // `npm prune --omit=dev`
  rmSync(join(folder, 'node_modules/tests'), { recursive: true });
  plant(folder, { [hiddenLock]: JSON.stringify({ packages: { 'node_modules/runs': runs } }) });
  expect(missingPackages(folder, 'all')).toEqual(['node_modules/tests']);
});

it.each([
  ['another version', { ...runs, version: '1.0.1' }],
  ['another digest', { ...runs, integrity: 'sha512-other' }],
])('finds a package missing that is installed with %s', (_, found) => {
  install({ 'node_modules/runs': found });
  expect(missingPackages(folder, 'start')).toEqual(['node_modules/runs']);
});

it('finds a listed package without a folder missing, and an optional one only with another version', () => {
  plant(folder, { [hiddenLock]: JSON.stringify({ packages: lock }) });
  expect(missingPackages(folder, 'all')).toEqual(['node_modules/runs', 'node_modules/tests']);
  expect(hasDevelopmentPackages(folder)).toBe(false);
  install({ 'node_modules/runs': runs, 'node_modules/elsewhere': { ...elsewhere, version: '2.9.0' } });
  expect(missingPackages(folder, 'start')).toEqual(['node_modules/elsewhere']);
});

it('ignores a truncated hidden lockfile', () => {
  install({ 'node_modules/runs': runs });
  plant(folder, { [hiddenLock]: '{"packages":{"node_mod' });
  expect(readInstalled(folder)).toBeUndefined();
  expect(missingPackages(folder, 'start')).toEqual(['node_modules/runs']);
});

it('restores the time of node_modules after a tool has changed it, and not that of the packages', () => {
  install({ 'node_modules/runs': runs });
  const past = new Date('2026-01-01T00:00:00Z');
  const later = new Date('2026-02-01T00:00:00Z');
  utimesSync(join(folder, hiddenLock), past, past);
  utimesSync(join(folder, 'node_modules/runs'), later, later);
  restoreModificationTime(folder);
  expect(statSync(join(folder, 'node_modules')).mtime).toEqual(past);
  expect(statSync(join(folder, 'node_modules/runs')).mtime).toEqual(later);
});
