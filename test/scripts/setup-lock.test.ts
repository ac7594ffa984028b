import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { acquireSetupLock } from '../../scripts/install/setup-lock.mjs';

const script = pathToFileURL(join(import.meta.dirname, '../../scripts/install/setup-lock.mjs')).href;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
});

/** Acquires the lock in another process, which holds it until it is killed. */
async function holdElsewhere(): Promise<() => Promise<void>> {
  const source = `const { acquireSetupLock } = await import('${script}');
    await acquireSetupLock(process.argv[1], () => undefined);
    console.log('acquired');
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(createInterface({ input: child.stdout }), 'line');
  return async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
}

it('is acquired at once, repeatedly, if no other process holds it', async () => {
  const messages: string[] = [];
  for (let round = 0; round < 3; round += 1) (await acquireSetupLock(folder, (message) => messages.push(message)))();
  expect(messages).toEqual([]);
  expect(readdirSync(join(folder, '.cache/setup'))).toEqual(['3']);
});

it('waits for another process, reports that once, and is acquired when that process is killed', async () => {
  const kill = await holdElsewhere();
  const reported = Promise.withResolvers<string>();
  const messages: string[] = [];
  const waiting = acquireSetupLock(folder, (message) => {
    messages.push(message);
    reported.resolve(message);
  });
  expect(await reported.promise).toMatch(/^process \d+ is setting up this folder/);
  await kill();
  (await waiting)();
  expect(messages).toHaveLength(1);
});

it('is free if its holder has exited and another process has the same id', async () => {
  const release = await acquireSetupLock(folder, () => undefined);
  const lockFile = join(folder, '.cache/setup/1');
  const [pid, startTime] = readFileSync(lockFile, 'utf8').split(' ');
  expect(pid).toBe(String(process.pid));
  writeFileSync(lockFile, `${pid} ${startTime}0`);
  (await acquireSetupLock(folder, () => undefined))();
  release();
});

it('is held by one process at a time when several ask', async () => {
  const source = `import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    const { acquireSetupLock } = await import('${script}');
    const [root] = process.argv.slice(1);
    for (let round = 0; round < 5; round += 1) {
      const release = await acquireSetupLock(root, () => undefined);
      appendFileSync(root + '/log', 'in\\n');
      await sleep(5);
      appendFileSync(root + '/log', 'out\\n');
      release();
    }`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', source, folder], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0, 0]);
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('in\nout\n'.repeat(20));
});
