/**
 * A source that reads text by an expression without an upper bound is in the corpus of test/daemon/untrusted, or in
 * `elsewhere` with the reason why it need not be: a new one fails here until its author has decided.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPatterns } from '../../scripts/lint-patterns/find-patterns.ts';
import { listSources } from '../../scripts/lint-patterns/list-sources.ts';
import { corpus } from '../daemon/untrusted/corpus.ts';
import { elsewhere } from '../daemon/untrusted/elsewhere.ts';

const root = join(import.meta.dirname, '../..');

test('every source that reads text by an expression without an upper bound has been decided on', () => {
  const reading = listSources(root).filter((path) => path.startsWith('src-') && hasUnbounded(path));
  const known = new Set([...corpus.map(({ path }) => path), ...Object.keys(elsewhere)]);
  expect(reading.filter((path) => !known.has(path))).toEqual([]);
  expect(
    Object.keys(elsewhere).filter((path) => !reading.includes(path)),
    'reasons for nothing',
  ).toEqual([]);
});

function hasUnbounded(path: string): boolean {
  return findPatterns(path, readFileSync(join(root, path), 'utf8')).some(({ source }) => {
    const bare = (source ?? '*').replaceAll(/\\./g, 'a').replaceAll(/\[[^\]]*\]/g, 'a');
    return /[*+]|\{\d+,\}/.test(bare);
  });
}
