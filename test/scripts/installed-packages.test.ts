import { mkdtempSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import {
  hasDevelopmentParts,
  missingPackages,
  readInstalled,
  vouchForInstalled,
} from '../../scripts/install/installed-packages.mjs';
import { plant } from '../house/checkout.ts';

const runs = { version: '1.0.0', integrity: 'sha512-runs' };
const tests = { version: '2.0.0', integrity: 'sha512-tests', dev: true };
const elsewhere = { version: '3.0.0', integrity: 'sha512-elsewhere', optional: true };
const lock = { '': {}, 'node_modules/runs': runs, 'node_modules/tests': tests, 'node_modules/elsewhere': elsewhere };
const account = 'node_modules/.package-lock.json';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'installed-'));
  plant(folder, { 'package-lock.json': JSON.stringify({ packages: lock }) });
});

/** What npm leaves: the folders, and its account of them. */
function install(packages: Record<string, object>): void {
  for (const path of Object.keys(packages)) plant(folder, { [`${path}/package.json`]: '{}' });
  plant(folder, { [account]: JSON.stringify({ packages }) });
}

it('misses everything that is not optional in a bare checkout', () => {
  expect(readInstalled(folder)).toBeUndefined();
  expect(missingPackages(folder, 'all')).toEqual(['node_modules/runs', 'node_modules/tests']);
  expect(missingPackages(folder, 'start')).toEqual(['node_modules/runs']);
});

it('has enough for a start without the development parts, and not for the rest', () => {
  install({ 'node_modules/runs': runs });
  expect(missingPackages(folder, 'start')).toEqual([]);
  expect(missingPackages(folder, 'all')).toEqual(['node_modules/tests']);
  expect(hasDevelopmentParts(folder)).toBe(false);
});

it('takes an install by hand for what it is, with or without development parts', () => {
  install({ 'node_modules/runs': runs, 'node_modules/tests': tests });
  expect(missingPackages(folder, 'all')).toEqual([]);
  expect(missingPackages(folder, 'start')).toEqual([]);
  expect(hasDevelopmentParts(folder)).toBe(true);
  // `npm prune --omit=dev`
  rmSync(join(folder, 'node_modules/tests'), { recursive: true });
  plant(folder, { [account]: JSON.stringify({ packages: { 'node_modules/runs': runs } }) });
  expect(missingPackages(folder, 'all')).toEqual(['node_modules/tests']);
});

it.each([
  ['another version', { ...runs, version: '1.0.1' }],
  ['other bytes', { ...runs, integrity: 'sha512-other' }],
])('misses what is there in %s', (_, found) => {
  install({ 'node_modules/runs': found });
  expect(missingPackages(folder, 'start')).toEqual(['node_modules/runs']);
});

it('misses what npm accounts for and never brought, and what is optional only where it is of another version', () => {
  plant(folder, { [account]: JSON.stringify({ packages: lock }) });
  expect(missingPackages(folder, 'all')).toEqual(['node_modules/runs', 'node_modules/tests']);
  expect(hasDevelopmentParts(folder)).toBe(false);
  install({ 'node_modules/runs': runs, 'node_modules/elsewhere': { ...elsewhere, version: '2.9.0' } });
  expect(missingPackages(folder, 'start')).toEqual(['node_modules/elsewhere']);
});

it('takes an account that was cut off for none', () => {
  install({ 'node_modules/runs': runs });
  plant(folder, { [account]: '{"packages":{"node_mod' });
  expect(readInstalled(folder)).toBeUndefined();
  expect(missingPackages(folder, 'start')).toEqual(['node_modules/runs']);
});

it('lets npm believe its account beside the cache folder of a tool, and leaves the packages as old as they are', () => {
  install({ 'node_modules/runs': runs });
  const past = new Date('2026-01-01T00:00:00Z');
  const later = new Date('2026-02-01T00:00:00Z');
  utimesSync(join(folder, account), past, past);
  utimesSync(join(folder, 'node_modules/runs'), later, later);
  vouchForInstalled(folder);
  expect(statSync(join(folder, 'node_modules')).mtime).toEqual(past);
  expect(statSync(join(folder, 'node_modules/runs')).mtime).toEqual(later);
});
