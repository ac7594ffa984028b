/** Checks that each test exists that the pages of docs/security name: the attacks, and the review from outside. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSource, root } from '../house/checkout.ts';
import { docs } from './page.ts';

const folder = join(docs, 'security/attacks');
const attacks = readdirSync(folder).flatMap((page) => rowsOf(join(folder, page), 'attack'));
const findings = rowsOf(join(docs, 'security/review.md'), 'finding');

/** Returns the cells of each row of the tables of a page whose first column has this head. */
function rowsOf(page: string, head: string): string[][] {
  let inTable = false;
  return readFileSync(page, 'utf8')
    .split('\n')
    .flatMap((line) => {
      if (!line.startsWith('| ')) {
        inTable &&= line.startsWith('|--');
        return [];
      }
      const cells = line.slice(2, -2).split(' | ');
      if (cells[0] === head) inTable = true;
      return inTable && cells[0] !== head ? [cells] : [];
    });
}

/** Returns each test file of a cell, with the test names that follow it. A row without a test has a dash. */
function testsOf(cell: string): { path: string; names: string[] }[] {
  return [...cell.matchAll(/`([^`]+)`([^`]*)/g)].map(([, path = '', rest = '']) => ({
    path,
    names: [...rest.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  }));
}

describe.each([
  { name: 'attacks', rows: attacks, least: 100 },
  { name: 'findings of the review', rows: findings, least: 20 },
])('the tables of $name', ({ rows, least }) => {
  it('have four columns in each row, and no empty one', () => {
    expect(rows.length).toBeGreaterThan(least);
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
