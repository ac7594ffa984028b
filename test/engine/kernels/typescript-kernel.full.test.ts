import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
