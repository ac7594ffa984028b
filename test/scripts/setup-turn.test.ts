import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { takeTurn } from '../../scripts/install/setup-lock.mjs';

const script = pathToFileURL(join(import.meta.dirname, '../../scripts/install/setup-lock.mjs')).href;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turn-'));
});

/** Takes a turn in a process of its own, says so, and keeps it to its end. */
async function holdElsewhere(): Promise<() => Promise<void>> {
  const source = `const { takeTurn } = await import('${script}');
    await takeTurn(process.argv[1], () => undefined);
    console.log('mine');
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

it('is had at once where nobody sets the folder up, again and again', async () => {
  const said: string[] = [];
  for (let turn = 0; turn < 3; turn += 1) (await takeTurn(folder, (words) => said.push(words)))();
  expect(said).toEqual([]);
  expect(readdirSync(join(folder, '.cache/setup'))).toEqual(['3']);
});

it('waits for another process, says so once, and follows when that is killed', async () => {
  const kill = await holdElsewhere();
  const told = Promise.withResolvers<string>();
  const said: string[] = [];
  const waiting = takeTurn(folder, (words) => {
    said.push(words);
    told.resolve(words);
  });
  expect(await told.promise).toMatch(/^process \d+ is setting this folder up/);
  await kill();
  (await waiting)();
  expect(said).toHaveLength(1);
});

it('takes a process of the same number that was born at another time for another one', async () => {
  const leave = await takeTurn(folder, () => undefined);
  const turn = join(folder, '.cache/setup/1');
  const [pid, birth] = readFileSync(turn, 'utf8').split(' ');
  expect(pid).toBe(String(process.pid));
  writeFileSync(turn, `${pid} ${birth}0`);
  (await takeTurn(folder, () => undefined))();
  leave();
});

it('is one process’s at a time, however many ask at once', async () => {
  const source = `import { appendFileSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    const { takeTurn } = await import('${script}');
    const [root] = process.argv.slice(1);
    for (let turn = 0; turn < 5; turn += 1) {
      const leave = await takeTurn(root, () => undefined);
      appendFileSync(root + '/log', 'in\\n');
      await sleep(5);
      appendFileSync(root + '/log', 'out\\n');
      leave();
    }`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', source, folder], { stdio: 'inherit' }),
  );
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  expect(codes).toEqual([0, 0, 0, 0]);
  expect(readFileSync(join(folder, 'log'), 'utf8')).toBe('in\nout\n'.repeat(20));
});
