/** Text that others wrote is read in linear time. test/house/unbounded-patterns.test.ts lists the sources that the corpus lacks. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { readHealth } from '../../src-shared/contracts/service.contract.ts';
import { createOutputMask } from '../../src-shared-node/masking/output-mask.ts';
import { testDaemonOfFile } from '../support/daemon/test-daemon.ts';
import { corpus } from './untrusted/corpus.ts';

const daemon = testDaemonOfFile();
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
