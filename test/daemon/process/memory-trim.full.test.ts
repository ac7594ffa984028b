import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const program = join(import.meta.dirname, 'resting-program.ts');
const run = promisify(execFile);

async function heapAfter(mode: 'rest' | 'work'): Promise<{ grown: number; after: number }> {
  const { stdout } = await run(process.execPath, [program, mode]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

it('a process at rest gives the garbage of its work back', async () => {
  const { grown, after } = await heapAfter('rest');
  expect(grown).toBeGreaterThan(40);
  expect(after).toBeLessThan(20);
});

it('a process at work is not held up by a collection', async () => {
  const { grown, after } = await heapAfter('work');
  expect(after).toBeGreaterThan(grown - 10);
});
