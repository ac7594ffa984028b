import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeWorkFolder, startNodeKernel, stopNodeKernels } from '../../support/kernels/node-kernel.ts';

afterEach(stopNodeKernels);

/** Runs cells one after the other and returns the text of each result. */
async function resultsOf(...cells: string[]): Promise<(string | undefined)[]> {
  const kernel = await startNodeKernel('typescript');
  const results = [];
  for (const code of cells) results.push((await kernel.run(code)).result?.['text/plain']);
  return results;
}

/** Returns the error of a cell. */
async function errorOf(code: string) {
  const kernel = await startNodeKernel('typescript');
  return (await kernel.run(code)).error;
}

describe('types', () => {
  it('are removed, and values stay for later cells', async () => {
    expect(
      await resultsOf(
        'interface Point { x: number }\nlet p: Point = { x: 1 }',
        'p as any',
        'await Promise.resolve<number>(p.x)',
      ),
    ).toEqual([undefined, '{ x: 1 }', '1']);
  });

  it('can be a value: enums, namespaces and parameter properties stay for later cells', async () => {
    expect(
      await resultsOf(
        'enum Color { Red, Green }\nnamespace Space { export const a = 5; }',
        'class Box { constructor(readonly value: number) {} }',
        '[Color.Green, Color[0], Space.a, new Box(3).value]',
        '<number>Color.Red',
      ),
    ).toEqual([undefined, undefined, "[ 1, 'Red', 5, 3 ]", '0']);
  });
});

describe('imports', () => {
  it('of types vanish, and imports of values stay for later cells', async () => {
    expect(
      await resultsOf(
        "import type { Missing } from 'not-installed'\nimport { type ParsedPath, join } from 'node:path'",
        "join('a', 'b')",
        "enum A { B }\nimport { sep, type PlatformPath } from 'node:path'",
        'sep',
      ),
    ).toEqual([undefined, "'a/b'", undefined, "'/'"]);
  });

  it('load TypeScript of the work directory', async () => {
    const cwd = await makeWorkFolder();
    await writeFile(join(cwd, 'own.ts'), 'export const own: number = 4;\n');
    const kernel = await startNodeKernel('typescript', { cwd });
    expect((await kernel.run("import { own } from './own.ts'\nown")).result).toEqual({ 'text/plain': '4' });
  });
});

describe('files of the work directory', () => {
  const files = {
    'math/index.ts': 'export enum Sign { Plus = 1 }\nexport default function twice(n: number) { return n * 2; }',
    'lib/words.ts': "export * from './word.js'",
    'lib/word.ts': 'export const word: string = "found"',
    'data.json': '{"n":7}',
    'old.cts': 'export = { old: true };',
    'tsconfig.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }',
    'view.tsx': 'const h = (tag: string) => tag;\n/** @jsx h */\nexport const view = <b/>;',
    'fails.ts': 'interface Long {\n  a: 1;\n}\nexport function fails(): never {\n  throw new Error("in a file");\n}',
  };

  async function kernelWith(more: Record<string, string> = {}) {
    const cwd = await makeWorkFolder();
    for (const [path, text] of Object.entries({ ...files, ...more })) {
      await mkdir(dirname(join(cwd, path)), { recursive: true });
      await writeFile(join(cwd, path), text);
    }
    return startNodeKernel('typescript', { cwd });
  }

  it.each([
    ["import twice, { Sign } from './math'\ntwice(Sign.Plus)", '2'],
    ["import { word } from '@lib/words'\nword", "'found'"],
    ["import data from './data.json'\ndata.n", '7'],
    ["import { old } from './old.cjs'\nold", 'true'],
    ["const { view } = await import('./view')\nview", "'b'"],
    ["require('./math').Sign.Plus", '1'],
    ["import old = require('./old.cts')\nold.old", 'true'],
  ])('are found as tsc finds them: %s', async (code, text) => {
    const kernel = await kernelWith();
    const { result, error } = await kernel.run(code);
    expect({ text: result?.['text/plain'], error }).toEqual({ text, error: undefined });
  });

  it('are found when a cell has made them', async () => {
    const kernel = await kernelWith();
    await kernel.run("require('node:fs').writeFileSync('made.ts', 'export enum Made { Here = 3 }')");
    const { result } = await kernel.run("import { Made } from './made'\nMade.Here");
    expect(result).toEqual({ 'text/plain': '3' });
  });

  it('are shown in tracebacks with the lines of the author', async () => {
    const kernel = await kernelWith();
    const { error } = await kernel.run("import { fails } from './fails'\nfails()");
    expect(error?.traceback).toMatch(/at fails \(\/.*\/fails\.ts:5:9\)/);
    expect(error?.traceback).toContain('<cell 1>:2:');
  });
});

describe('decorators', () => {
  it('of the standard work, and lines stay', async () => {
    const kernel = await startNodeKernel('typescript');
    const decorated =
      'function twice(value: any, context: any) { return function (this: any, n: number) { return value.call(this, n) * 2; }; }\n\nclass A {\n  @twice get(n: number): number { return n; }\n  fail() { throw new Error("x"); }\n}';
    expect(await kernel.run(decorated)).toMatchObject({ error: undefined });
    expect((await kernel.run('new A().get(4)')).result).toEqual({ 'text/plain': '8' });
    expect((await kernel.run('new A().fail()')).error?.traceback).toContain('at A.fail (<cell 1>:5:');
    expect(await kernel.run(decorated)).toMatchObject({ error: undefined });
  });

  it('are those of tsconfig.json, with their metadata', async () => {
    const cwd = await makeWorkFolder();
    const options = { experimentalDecorators: true, emitDecoratorMetadata: true };
    await writeFile(join(cwd, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    const kernel = await startNodeKernel('typescript', { cwd });
    const code =
      'const seen: string[] = [];\n(Reflect as any).metadata = (key: string, value: any) => () => void seen.push(key + " " + value.name);\nconst note = (...args: any[]) => {};\nclass A { @note a!: string; @note b: Date = new Date() }\nseen';
    expect((await kernel.run(code)).result?.['text/plain']).toBe("[ 'design:type String', 'design:type Date' ]");
  });

  it.each([
    ['// me@example.com\nclass A {}\n({ a: "@b" })', "{ a: '@b' }"],
    ["import { join } from 'node:path'\nclass A { @((value: any) => value) m() {} }\njoin('a', 'b')", "'a/b'"],
  ])('change nothing else: %s', async (code, text) => {
    expect(await resultsOf(code)).toEqual([text]);
  });
});

describe('errors', () => {
  it('of the syntax show the line of the cell', async () => {
    const error = await errorOf('let a: number = 1\nlet b: = 2');
    expect(error?.name).toBe('SyntaxError');
    expect(error?.traceback).toMatch(/^<cell 1>:2\nlet b: = 2\n {7}\^\nSyntaxError: /);
  });

  it('of a redeclaration show the line of the cell as written', async () => {
    const error = await errorOf('enum A { B }\n\n\nconst c = 1\nconst c = 2');
    expect(error?.traceback).toContain('<cell 1>:5\nconst c = 2\n      ^');
  });

  it.each([
    ['types', 'type A = {\n  a: number;\n};\n'],
    ['an enum', 'enum A {\n  B,\n  C,\n}\n'],
  ])('show the line of the cell as written after %s', async (_, declaration) => {
    const start = declaration.split('\n').length;
    const error = await errorOf(`${declaration}\nfunction fail(): never {\n  throw new Error('failed');\n}\n\nfail();`);
    expect(error?.traceback).toBe(
      `Error: failed\n    at fail (<cell 1>:${start + 2}:9)\n    at <cell 1>:${start + 5}:1`,
    );
  });

  it('leave the kernel working', async () => {
    expect(await resultsOf('let a: = 1', 'a', '(', '1')).toEqual([undefined, undefined, undefined, '1']);
  });
});

describe('a kernel of TypeScript', () => {
  it('can be interrupted', async () => {
    const kernel = await startNodeKernel('typescript');
    const cell = kernel.run("let n: number = 7; console.log('started'); for (;;);");
    await kernel.printed('started');
    kernel.send('interrupt', '');
    expect((await cell).status).toBe('interrupted');
    expect((await kernel.run('n')).result).toEqual({ 'text/plain': '7' });
  });

  it('starts ahead of use', async () => {
    const kernel = await startNodeKernel('typescript', { warmEnvironment: { A: '1' } });
    expect((await kernel.run('enum E { X = 3 }\nE.X + Number(process.env.A)')).result).toEqual({ 'text/plain': '4' });
  });

  it('completes names and describes values', async () => {
    const kernel = await startNodeKernel('typescript');
    await kernel.run('enum Color { Red, Green }');
    expect((await kernel.complete('Color.R')).matches).toEqual(['Red']);
    expect((await kernel.inspect('Color')).found).toBe(true);
  });
});
