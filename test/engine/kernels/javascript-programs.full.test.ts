/** All ways to start programs and threads, at the interrupt of the cell. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { makeWorkFolder, startNodeKernel, stopNodeKernels } from '../../support/kernels/node-kernel.ts';
import { until } from '../../support/until.ts';
import { interruptStarted, programsBelow } from './node-programs.ts';

afterEach(stopNodeKernels);

const imports = `const { exec, execFile, execFileSync, execSync, fork, spawn, spawnSync } = require('child_process');
  const { Worker } = require('worker_threads'); const { once } = require('events'); const { promisify } = require('util');
  const readline = require('readline');`;
const start = "console.log('started');";

async function startKernel() {
  const cwd = await makeWorkFolder();
  writeFileSync(join(cwd, 'waits.cjs'), 'process.on("message", () => {}); setInterval(() => {}, 1000);');
  const kernel = await startNodeKernel('javascript', { cwd });
  await kernel.run(imports);
  return kernel;
}

describe('an interrupt ends', () => {
  it.each([
    ['spawn', `const child = spawn('sleep', ['7100']); ${start} await once(child, 'exit')`],
    [
      'spawn in its own group',
      `const child = spawn('sleep', ['7100'], { detached: true }); ${start} await once(child, 'exit')`,
    ],
    ['exec by a promise', `${start} await promisify(exec)('sleep 7100; true')`],
    ['execFile by a callback', `${start} await new Promise((resolve) => execFile('sleep', ['7100'], resolve))`],
    ['fork', `const child = fork('./waits.cjs'); ${start} await once(child, 'exit')`],
    ['execSync', `${start} execSync('sleep 7100; true')`],
    ['spawnSync of a program that ignores SIGINT', `${start} spawnSync('sh', ['-c', 'trap "" INT; sleep 7100; true'])`],
    ['execFileSync with a background job', `${start} execFileSync('bash', ['-c', 'sleep 7100 & wait'])`],
    [
      'a program that ignores SIGINT',
      `const child = spawn('sh', ['-c', 'trap "" INT; echo; sleep 7100; true']);
      await once(child.stdout, 'data'); ${start} await once(child, 'exit')`,
    ],
    [
      'the programs of a shell',
      `const child = spawn('sh', ['-c', 'sleep 7100 & sleep 7101 | cat; wait']); ${start} await once(child, 'exit')`,
    ],
    [
      'a loop that reads lines',
      `const child = spawn('sh', ['-c', 'while sleep 0.1; do echo; done']); ${start}
      for await (const line of readline.createInterface(child.stdout)); console.log('went on')`,
    ],
    [
      'a loop that starts the next one',
      `${start} for (;;) { const child = spawn('sleep', ['7100']); await once(child, 'exit') }`,
    ],
    ['a loop that catches', `${start} for (;;) { try { await promisify(exec)('sleep 7100; true') } catch {} }`],
    [
      'programs that start at the same time',
      `${start} await Promise.all([1, 2, 3].map(() => promisify(execFile)('sleep', ['7100'])))`,
    ],
    [
      'a program that starts after the interrupt',
      `${start} await new Promise((resolve) => require('fs').watch('.', resolve)); spawn('sleep', ['7100'])`,
    ],
    ['programs that a busy loop starts', `${start} for (let n = 0; ; n += 1) if (n < 5) spawn('sleep', ['7100'])`],
  ])('%s, and the next cells work', async (_name, code) => {
    const kernel = await startKernel();
    for (let round = 0; round < 2; round += 1) {
      expect(await interruptStarted(kernel, code)).toBe('interrupted');
      await until(() => programsBelow(kernel).length === 0);
      const next = await kernel.run("(await promisify(exec)('echo next')).stdout");
      expect(next).toMatchObject({ status: 'ok', result: { 'text/plain': "'next\\n'" }, stderr: '' });
    }
    await sleep(300);
    expect([programsBelow(kernel), kernel.stderr()]).toEqual([[], '']);
    expect(kernel.stdout()).not.toContain('went on');
  });

  it('threads', async () => {
    const kernel = await startKernel();
    const threads = async () =>
      (await kernel.run("require('fs').readdirSync('/proc/self/task').length")).result?.['text/plain'];
    const before = await threads();
    const code = `const worker = new Worker('for (;;);', { eval: true }); await once(worker, 'online'); ${start} await once(worker, 'exit')`;
    expect(await interruptStarted(kernel, code)).toBe('interrupted');
    await until(async () => (await threads()) === before);
  });
});

describe('an interrupt leaves', () => {
  it.each([
    [
      'a program of an earlier cell',
      "globalThis.kept = spawn('sleep', ['7200'])",
      `${start} await new Promise(() => {})`,
    ],
    [
      'one that the interrupted cell waits for',
      "globalThis.kept = spawn('sleep', ['7200'])",
      `${start} await once(kept, 'exit')`,
    ],
    [
      'one of an earlier cell while execSync waits',
      "globalThis.kept = spawn('sleep', ['7200'])",
      `${start} execSync('sleep 7100; true')`,
    ],
    [
      'one that the cell has released',
      '1',
      `spawn('sleep', ['7200'], { detached: true, stdio: 'ignore' }).unref(); ${start} await new Promise(() => {})`,
    ],
    [
      'one that a shell has left',
      '1',
      `await promisify(exec)('sleep 7200 > /dev/null 2>&1 & true'); ${start} await new Promise(() => {})`,
    ],
  ])('%s', async (name, first, code) => {
    const kernel = await startKernel();
    await kernel.run(first);
    expect(await interruptStarted(kernel, code)).toBe('interrupted');
    await sleep(900);
    const found = (
      await kernel.run(
        "execFileSync('pgrep', ['-g', String(process.pid), '-fx', 'sleep 7[12]00'], { encoding: 'utf8' })",
      )
    ).result;
    const detached = name.includes('released') ? programsBelow(kernel) : [];
    expect([found?.['text/plain']?.match(/\d+/g)?.length ?? 0, detached.length]).toEqual(
      detached.length > 0 ? [0, 1] : [1, 0],
    );
    await kernel.run("execFileSync('pkill', ['-fx', 'sleep 7200'])");
  });
});

it('leaves no program after 300 interrupted cells', async () => {
  const kernel = await startKernel();
  for (let round = 0; round < 300; round += 1) {
    const code = `const child = spawn('sh', ['-c', 'sleep 7300; true']); ${start} await once(child, 'exit')`;
    expect(await interruptStarted(kernel, code)).toBe('interrupted');
  }
  await until(() => programsBelow(kernel).length === 0);
});
