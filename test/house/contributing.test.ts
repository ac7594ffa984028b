/** The tables of CONTRIBUTING.md and docs/architecture.md against the folders and files that exist. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listFiles, readSource, root } from './checkout.ts';

/** Returns the names in backquotes of the first column of the tables in a part of a page. */
function namesInTables(page: string, from: string, to: string): string[] {
  const part = page.slice(page.indexOf(from), page.indexOf(to));
  return part
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => (line.split('|')[1] ?? '').match(/`[^`]+`/g) ?? [])
    .map((name) => name.slice(1, -1));
}

it.each([
  { of: 'src-daemon', from: 'In the daemon, lowest first', to: 'In the command, groups' },
  { of: 'src-cli', from: 'In the command, groups', to: 'The `src-*` folders import each other' },
])('CONTRIBUTING.md names each folder of $of once', ({ of, from, to }) => {
  const named = namesInTables(readSource('CONTRIBUTING.md'), from, to);
  const folders = readdirSync(join(root, of), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(named.toSorted()).toEqual(folders.toSorted());
});

it.each([
  { path: 'docs/architecture.md', from: '## Where is it?', to: '## Data', least: 15 },
  { path: 'docs/network.md', from: '## Who decides what', to: '## Figures', least: 7 },
])('$path names files that exist below "$from"', ({ path, from, to, least }) => {
  const page = readSource(path);
  const part = page.slice(page.indexOf(from), page.indexOf(to));
  const files = new Set(listFiles());
  const named = (part.match(/`src-[^`]+\.ts`/g) ?? []).map((name) => name.slice(1, -1));
  expect(named.length).toBeGreaterThanOrEqual(least);
  expect(named.filter((name) => !files.has(name))).toEqual([]);
});
