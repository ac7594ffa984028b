import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const program = join(import.meta.dirname, 'young-program.ts');
const run = promisify(execFile);

async function largestYoung(mode: 'limited' | 'free'): Promise<number> {
  return Number((await run(process.execPath, [program, mode])).stdout);
}

it('the young generation of a busy process stays small', async () => {
  expect(await largestYoung('limited')).toBeLessThan(40);
});

it('grows to several times that without the limit', async () => {
  expect(await largestYoung('free')).toBeGreaterThan(60);
});
