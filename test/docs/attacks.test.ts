/** Checks that each test exists that the table of attacks in security.md names. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, root } from '../house/checkout.ts';
import { docs } from './page.ts';

const [, section = ''] = /^## Attacks\n([\s\S]*?)^## /m.exec(readFileSync(join(docs, 'security.md'), 'utf8')) ?? [];
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) => line.slice(2, -2).split(' | '))
  .filter(([attack]) => attack !== 'attack');

/** Returns each test file of a cell, with the test names that follow it. A row without a test has a dash. */
function testsOf(cell: string): { path: string; names: string[] }[] {
  return [...cell.matchAll(/`([^`]+)`([^`]*)/g)].map(([, path = '', rest = '']) => ({
    path,
    names: [...rest.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  }));
}

describe('the table of attacks', () => {
  it('has four columns in each row, and no empty one', () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter((cells) => cells.length !== 4 || cells.some((cell) => cell.trim() === ''))).toEqual([]);
  });

  it.each(rows)('%s: its tests exist', (_attack, _defence, cell = '') => {
    const tests = testsOf(cell);
    expect(cell === '–' || tests.length > 0).toBe(true);
    expect(tests.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
    const missing = tests.flatMap(({ path, names }) => names.filter((name) => !readSource(path).includes(name)));
    expect(missing).toEqual([]);
  });
});
