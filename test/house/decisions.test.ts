/** The rows of DECISIONS.md against the checkout, and the links between it and the pages in docs/decisions. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, readSource, root } from './checkout.ts';

const rowLimit = 70;

const pages = listFiles().filter((path) => path.startsWith('docs/decisions/'));

/** Returns the cells of each row of the tables of DECISIONS.md; a `\|` belongs to its cell. */
function readRows(): string[][] {
  return readSource('DECISIONS.md')
    .split('\n')
    .filter((line) => /^\| (?!id \|)/.test(line))
    .map((line) => line.slice(2, -2).split(/ (?<!\\)\| /));
}

/** Returns the targets of the relative links of a page, as paths from the root. */
function linksOf(page: string): string[] {
  const links = [...readSource(page).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, target = '']) => target);
  return links.map((target) => join(dirname(page), target));
}

const rows = readRows();

it('each row of DECISIONS.md has five cells and an id of its own', () => {
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((cells) => cells.length !== 5 || !/^D[1-9]\d*$/.test(cells[0] ?? ''))).toEqual([]);
  expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
});

it(`DECISIONS.md has at most ${rowLimit} rows`, () => {
  expect(rows.length).toBeLessThanOrEqual(rowLimit);
});

it('each row of DECISIONS.md names one to three files or folders that exist', () => {
  const wrong = rows.flatMap(([id, , , , where = '']) => {
    const paths = (where.match(/`[^`]+`/g) ?? []).map((path) => path.slice(1, -1));
    const isCounted = paths.length >= 1 && paths.length <= 3;
    return isCounted && paths.every((path) => existsSync(join(root, path))) ? [] : [`${id}: ${where}`];
  });
  expect(wrong).toEqual([]);
});

it('DECISIONS.md has a link to each page in docs/decisions', () => {
  const linked = new Set(linksOf('DECISIONS.md'));
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.filter((page) => !linked.has(page))).toEqual([]);
});

it.each(['DECISIONS.md', ...pages])('the links of %s lead to files that exist', (page) => {
  expect(linksOf(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
