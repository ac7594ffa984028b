import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { takeExclusiveLock } from '../../../src-daemon/db/exclusive-lock.ts';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  path = join(folder, 'lock');
});

test('a second taker gets nothing until the first has let go', () => {
  const first = takeExclusiveLock(path);
  expect(first).toBeDefined();
  expect(takeExclusiveLock(path)).toBeUndefined();
  first?.release();
  const second = takeExclusiveLock(path);
  expect(second).toBeDefined();
  second?.release();
});

test('a killed process holds its lock no longer', async () => {
  const module = join(import.meta.dirname, '../../../src-daemon/db/exclusive-lock.ts');
  const source = `import(${JSON.stringify(module)}).then((m) => {
    globalThis.lock = m.takeExclusiveLock(${JSON.stringify(path)});
    console.log(globalThis.lock === undefined ? 'refused' : 'held');
    setInterval(() => globalThis.lock, 1000);
  })`;
  const holder = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(holder.stdout, 'data');
  expect(String(said)).toBe('held\n');
  expect(takeExclusiveLock(path)).toBeUndefined();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const mine = takeExclusiveLock(path);
  expect(mine).toBeDefined();
  mine?.release();
});
