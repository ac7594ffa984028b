import { afterEach, describe, expect, it } from 'vitest';
import type { KernelProcess } from '../../support/kernels/kernel-process.ts';
import { startNodeKernel, stopNodeKernels } from '../../support/kernels/node-kernel.ts';

afterEach(stopNodeKernels);

const printStarted = "console.log('started');";

/** Interrupts a cell after it has printed "started", and returns its status. */
async function interruptCell(kernel: KernelProcess, code: string) {
  const printed = kernel.stdout().split('started').length;
  const cell = kernel.run(code);
  await kernel.printed(Array(printed).fill('started\n').join(''));
  kernel.send('interrupt', '');
  const { status, error, result } = await cell;
  return { status, error, result };
}

const interrupted = { status: 'interrupted', error: undefined, result: undefined };

describe('an interrupt', () => {
  it.each([
    ['a busy loop', `${printStarted} for (;;);`],
    [
      'a loop that catches and finishes',
      `${printStarted} for (;;) { try { for (;;); } catch {} finally { for (;;); } }`,
    ],
    ['a promise that is never settled', `${printStarted} await new Promise(() => {})`],
    ['a sleep by a timer', `${printStarted} await new Promise((resolve) => setTimeout(resolve, 3_600_000))`],
    ['a sleep by Atomics.wait', `${printStarted} Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`],
    ['a program that execSync waits for', `${printStarted} require('child_process').execSync('sleep 3600; true')`],
    ['a loop of awaits', `${printStarted} for (;;) await null`],
    ['a busy loop after an await', `await new Promise((resolve) => setTimeout(resolve, 1)); ${printStarted} for (;;);`],
    ['a busy loop in a timer', `setTimeout(() => { ${printStarted} for (;;); }, 1); await new Promise(() => {})`],
    [
      'a busy loop in a callback of I/O',
      `require('fs').readFile('/', () => { ${printStarted} for (;;); }); await new Promise(() => {})`,
    ],
    [
      'ticks without end',
      `${printStarted} (function tick() { process.nextTick(tick); })(); await new Promise(() => {})`,
    ],
    ['a slow regular expression', `${printStarted} /(a+)+b/.test('a'.repeat(60))`],
    [
      'the text of a result that takes forever',
      `${printStarted} ({ [Symbol.for('nodejs.util.inspect.custom')]() { for (;;); } })`,
    ],
  ])('ends %s, and the next cells work', async (_, code) => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run('let kept = 5');
    for (let round = 0; round < 2; round += 1) {
      expect(await interruptCell(kernel, code)).toEqual(interrupted);
      expect((await kernel.run('await new Promise((resolve) => setTimeout(resolve, 5)); kept')).result).toEqual({
        'text/plain': '5',
      });
    }
  });

  it('has no effect between cells', async () => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run('1');
    kernel.send('interrupt', '');
    expect((await kernel.run('await new Promise((resolve) => setTimeout(resolve, 300)); 2')).result).toEqual({
      'text/plain': '2',
    });
  });

  it('has no effect before the first cell', async () => {
    const kernel = await startNodeKernel('javascript');
    kernel.send('interrupt', '');
    expect((await kernel.run('await new Promise((resolve) => setTimeout(resolve, 300)); 1')).status).toBe('ok');
  });

  it('ends only one of the cells that wait', async () => {
    const kernel = await startNodeKernel('javascript');
    const cells = [kernel.run(`${printStarted} for (;;);`), kernel.run('1'), kernel.run('2')];
    await kernel.printed('started');
    kernel.send('interrupt', '');
    kernel.send('interrupt', '');
    expect((await Promise.all(cells)).map(({ status }) => status)).toEqual(['interrupted', 'ok', 'ok']);
  });

  it('ends code of an earlier cell that keeps the kernel busy', async () => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run(`setTimeout(() => { ${printStarted} for (;;); }, 1); 0`);
    await kernel.printed('started');
    const cell = kernel.run('1');
    kernel.send('interrupt', '');
    expect(['ok', 'interrupted']).toContain((await cell).status);
    expect((await kernel.run('2')).result).toEqual({ 'text/plain': '2' });
  });

  it('leaves whole messages when it ends a cell that sends', async () => {
    const kernel = await startNodeKernel('javascript');
    const cell = kernel.run(`${printStarted} for (;;) display({ 'text/html': 'x'.repeat(1_000_000) })`);
    await kernel.next(({ type }) => type === 'display');
    kernel.send('interrupt', '');
    const { status, displays } = await cell;
    expect(status).toBe('interrupted');
    expect(displays.every((data) => data['text/html']?.length === 1_000_000)).toBe(true);
    expect((await kernel.run('3')).result).toEqual({ 'text/plain': '3' });
  });

  it.each([
    ['a loop of sleeps', `for (;;) { ${printStarted} await new Promise((resolve) => setTimeout(resolve, 10)); }`],
    ['a loop of promised sleeps', `for (;;) { ${printStarted} await require('timers/promises').setTimeout(10); }`],
    ['an interval', `setInterval(() => { ${printStarted} }, 10); await new Promise(() => {})`],
  ])('ends %s for good', async (_, code) => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run("setInterval(() => console.log('earlier cell'), 10); 0");
    const cell = kernel.run(code);
    await kernel.printed('started\nearlier cell\n');
    kernel.send('interrupt', '');
    expect((await cell).status).toBe('interrupted');
    const { stdout } = await kernel.run('await new Promise((resolve) => setTimeout(resolve, 100))');
    expect(stdout).not.toContain('started');
    expect(stdout).toContain('earlier cell');
  });

  it('leaves the other callbacks of setImmediate', async () => {
    const kernel = await startNodeKernel('javascript');
    const code = [
      'setImmediate(() => {});',
      `setImmediate(() => { ${printStarted} for (;;); });`,
      "setImmediate((text) => { globalThis.after = text; }, 'ran');",
      'await new Promise(() => {})',
    ].join('\n');
    expect(await interruptCell(kernel, code)).toEqual(interrupted);
    const next = "await new Promise(setImmediate); await require('timers/promises').setImmediate(); after";
    expect((await kernel.run(next)).result).toEqual({ 'text/plain': "'ran'" });
  });

  it('is followed by an end of the cell at any moment, also when the cell ends at the same time', async () => {
    const kernel = await startNodeKernel('javascript');
    for (let delayMs = 20; delayMs < 50; delayMs += 1) {
      const cell = kernel.run(`const start = Date.now(); while (Date.now() - start < ${delayMs}); 1`);
      kernel.send('interrupt', '');
      expect(['ok', 'interrupted']).toContain((await cell).status);
    }
    expect((await kernel.run('2')).result).toEqual({ 'text/plain': '2' });
  });

  it('lets the memory of the cell be collected without an end of the kernel', async () => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run(
      "require('v8').setFlagsFromString('--expose-gc'); const collect = require('vm').runInNewContext('gc')",
    );
    expect(await interruptCell(kernel, `setInterval(collect, 5); ${printStarted} await new Promise(() => {})`)).toEqual(
      interrupted,
    );
    const { result } = await kernel.run(
      'collect(); await new Promise((resolve) => setTimeout(resolve, 100)); collect(); 1',
    );
    expect(result).toEqual({ 'text/plain': '1' });
  });

  it('is not needed for a promise that is never settled to survive a collection', async () => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run(
      "require('v8').setFlagsFromString('--expose-gc'); const collect = require('vm').runInNewContext('gc')",
    );
    const code = "setTimeout(() => { collect(); collect(); console.log('started'); }, 20); await new Promise(() => {})";
    expect(await interruptCell(kernel, code)).toEqual(interrupted);
  });
});
