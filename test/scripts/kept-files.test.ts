import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { copyKeptPackages, keepPackages } from '../../scripts/install/kept-files.mjs';
import { plant } from '../house/checkout.ts';

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'kept-'));
});

/** Makes a checkout; `lock` is the content of its lock file. */
function checkout(lock: string, hasPackages: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
  plant(folder, { 'package.json': '{}', 'package-lock.json': lock, '.npmrc': '' });
  if (hasPackages) plant(folder, { 'node_modules/a/index.js': 'a package', 'node_modules/.package-lock.json': lock });
  return folder;
}

const copyOf = (root: string) => join(root, 'node_modules/a/index.js');

describe('the packages of a lock file', () => {
  it('are copied into the next checkout with the same one', () => {
    keepPackages(checkout('one', true), base);
    const next = checkout('one', false);
    expect(copyKeptPackages(next, base)).toBe(true);
    expect(readFileSync(copyOf(next), 'utf8')).toBe('a package');
    expect(readdirSync(join(next, '.cache'))).toEqual([]);
  });

  it('are not those of another one', () => {
    keepPackages(checkout('one', true), base);
    const other = checkout('other', false);
    expect(copyKeptPackages(other, base)).toBe(false);
    expect(existsSync(join(other, 'node_modules'))).toBe(false);
  });

  it.each([
    { damage: 'a file is missing', change: (path: string) => rmSync(path) },
    { damage: 'a file is shorter', change: (path: string) => truncateSync(path, 3) },
  ])('are removed and not used if $damage', ({ change }) => {
    keepPackages(checkout('one', true), base);
    const [kept = ''] = readdirSync(base);
    change(join(base, kept, 'node_modules/a/index.js'));
    const next = checkout('one', false);
    expect(copyKeptPackages(next, base)).toBe(false);
    expect(existsSync(join(next, 'node_modules'))).toBe(false);
    expect(readdirSync(base)).toEqual([]);
  });

  it('are kept for the two newest lock files', () => {
    for (const lock of ['one', 'two', 'three']) keepPackages(checkout(lock, true), base);
    expect(readdirSync(base)).toHaveLength(2);
    expect(copyKeptPackages(checkout('three', false), base)).toBe(true);
  });
});
