/**
 * Text that others wrote is read in linear time. A source that reads text by an expression without an upper bound is in
 * the corpus, or in `elsewhere` with the reason why it need not be: a new one fails here until its author has decided.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findPatterns } from '../../scripts/lint-patterns/find-patterns.ts';
import { listSources } from '../../scripts/lint-patterns/list-sources.ts';
import { readHealth } from '../../src-shared/contracts/service.contract.ts';
import { createOutputMask } from '../../src-shared-node/masking/output-mask.ts';
import { testDaemonOfFile } from '../support/daemon/test-daemon.ts';
import { corpus } from './untrusted/corpus.ts';
import { elsewhere } from './untrusted/elsewhere.ts';

const daemon = testDaemonOfFile();
const root = join(import.meta.dirname, '../..');
const run = promisify(execFile);
/** A parser that hangs is ended; a linear one takes a fraction of a second. */
const timeout = 100_000;

test.each(corpus.map(({ path, units }, index) => ({ path, units, index })))(
  '$path reads its worst text in linear time',
  async ({ index, units }) => {
    const script = join(import.meta.dirname, 'untrusted/measure.ts');
    const { stdout } = await run(process.execPath, [script, String(index)], { timeout });
    const measured: { unit: string; isLinear: boolean }[] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(measured.map(({ unit }) => unit)).toEqual([...units]);
    expect(measured.filter(({ isLinear }) => !isLinear)).toEqual([]);
  },
);

test('every source that reads text by an expression without an upper bound has been decided on', () => {
  const reading = listSources(root).filter((path) => path.startsWith('src-') && hasUnbounded(path));
  const known = new Set([...corpus.map(({ path }) => path), ...Object.keys(elsewhere)]);
  expect(reading.filter((path) => !known.has(path))).toEqual([]);
  expect(
    Object.keys(elsewhere).filter((path) => !reading.includes(path)),
    'reasons for nothing',
  ).toEqual([]);
});

test('a health request is answered while the mask of a megabyte of secrets is prepared', async () => {
  const { client } = await daemon().newUser();
  const value = (index: number) => Array.from({ length: 250 }, (_, line) => `${index}-${line}-secret-value`).join('\n');
  const mask = createOutputMask(Array.from({ length: 200 }, (_, index) => value(index)));
  const order: string[] = [];
  await Promise.all([
    mask.prepare().then(() => order.push('mask')),
    client.call(readHealth).then(() => order.push('health')),
  ]);
  expect(order).toEqual(['health', 'mask']);
});

function hasUnbounded(path: string): boolean {
  return findPatterns(path, readFileSync(join(root, path), 'utf8')).some(({ source }) => {
    const bare = (source ?? '*').replaceAll(/\\./g, 'a').replaceAll(/\[[^\]]*\]/g, 'a');
    return /[*+]|\{\d+,\}/.test(bare);
  });
}
