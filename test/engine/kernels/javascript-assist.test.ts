import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KernelProcess } from '../../support/kernels/kernel-process.ts';
import { startNodeKernel, stopNodeKernels } from '../../support/kernels/node-kernel.ts';

/** One kernel for all tests: completion and inspection must not change it. */
let kernel: KernelProcess;

beforeAll(async () => {
  kernel = await startNodeKernel('javascript');
  expect((await kernel.run(cell)).status).toBe('ok');
});

afterAll(stopNodeKernels);

const cell = [
  'let counter = 1; const counted = [1]; var countable = {};',
  'class Counter { static make() {} get loud() { sideEffects += 1; return 1; } quiet() {} }',
  'let sideEffects = 0; const object = new Counter(); object.nested = { deep: { value: 1 } };',
  'function count(first, second = 2) {\n  sideEffects += 1;\n  return first;\n}',
  'const pure = () => "text"; const forever = { get loop() { for (;;); } };',
  "const proxy = new Proxy({}, { ownKeys() { sideEffects += 1; return ['trap']; }, get() { sideEffects += 1; } });",
].join('\n');

describe('completion', () => {
  it('finds names of cells, globals and keywords', async () => {
    expect((await kernel.complete('coun')).matches).toEqual(['count', 'countable', 'counted', 'counter']);
    expect((await kernel.complete('Counte')).matches).toEqual(['Counter']);
    expect((await kernel.complete('struct')).matches).toEqual(['structuredClone']);
    expect((await kernel.complete('awa')).matches).toEqual(['await']);
    expect((await kernel.complete('disp')).matches).toEqual(['display']);
    expect((await kernel.complete('__loa')).matches).toEqual([]);
  });

  it.each([
    ['object.qu', ['quiet']],
    ['object.lo', ['loud']],
    ['object.nested.deep.val', ['value', 'valueOf']],
    ['object?.nes', ['nested']],
    ["object['nested'].de", ['deep']],
    ['Counter.ma', ['make']],
    ['counted.fla', ['flat', 'flatMap']],
    ['counted[0].toFi', ['toFixed']],
    ["'text'.toUpper", ['toUpperCase']],
    ['pure().toUpper', ['toUpperCase']],
    ['Math.PI', ['PI']],
    ['proxy.tr', []],
    ['count(1).to', []],
    ['object.loud.to', []],
    ['forever.loop.to', []],
    ['missing.to', []],
    ['1.', []],
    ['...coun', ['count', 'countable', 'counted', 'counter']],
  ])('completes %s without a side effect', async (code, matches) => {
    expect((await kernel.complete(code)).matches).toEqual(matches);
    expect((await kernel.run('sideEffects')).result).toEqual({ 'text/plain': '0' });
  });

  it('counts the cursor in UTF-16 units', async () => {
    const code = "'😀'; counte + 1";
    const { matches, start, end } = await kernel.complete(code, code.indexOf(' + '));
    expect({ matches, text: code.slice(start, end) }).toEqual({ matches: ['counted', 'counter'], text: 'counte' });
  });

  it.each([
    [-5, 0],
    [0, 0],
    [1e9, 9],
  ])('accepts the cursor %d', async (cursor, end) => {
    expect(await kernel.complete('globalThi', cursor)).toMatchObject({ start: 0, end });
  });

  it('waits for the cell in progress', async () => {
    const run = kernel.run('await new Promise((resolve) => setTimeout(resolve, 50)); let finished = 1');
    expect((await kernel.complete('finishe')).matches).toEqual(['finished']);
    await run;
  });
});

describe('inspection', () => {
  it.each([
    ['count', 'count: function\nfunction count(first, second = 2)'],
    ['count(', 'count: function\nfunction count(first, second = 2)'],
    ['counter', 'counter: number\n1'],
    ['counted', 'counted: Array\n[ 1 ]'],
    ['object.nested', 'object.nested: Object\n{ deep: { value: 1 } }'],
    ['Counter.make', 'Counter.make: function\nmake() {}'],
    ['proxy', 'proxy: Proxy\n{}'],
  ])('describes %s', async (code, text) => {
    expect(await kernel.inspect(code)).toMatchObject({ found: true, data: { 'text/plain': text } });
  });

  it.each(['missing', '', '+', 'object.loud', 'forever.loop', 'count(1).a'])('finds nothing for "%s"', async (code) => {
    expect((await kernel.inspect(code)).found).toBe(false);
    expect((await kernel.run('sideEffects')).result).toEqual({ 'text/plain': '0' });
  });

  it('describes the name around the cursor', async () => {
    expect((await kernel.inspect('counter + counted', 3)).data?.['text/plain']).toBe('counter: number\n1');
  });
});
