import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeWorkFolder, startNodeKernel, stopNodeKernels } from '../../support/kernels/node-kernel.ts';

afterEach(stopNodeKernels);

/** Runs cells one after the other and returns the text of each result. */
async function resultsOf(...cells: string[]): Promise<(string | undefined)[]> {
  const kernel = await startNodeKernel('javascript');
  const results = [];
  for (const code of cells) results.push((await kernel.run(code)).result?.['text/plain']);
  return results;
}

describe('state of cells', () => {
  it('keeps variables, functions and classes', async () => {
    expect(
      await resultsOf('let x = 1; const y = 2; function f() { return x + y; } class A {}', 'f()', 'new A()'),
    ).toEqual([undefined, '3', 'A {}']);
  });

  it('accepts a second declaration of a variable', async () => {
    expect(await resultsOf('let x = 1; const y = 1', 'let x = 2; const y = 2', 'x + y')).toEqual([
      undefined,
      undefined,
      '4',
    ]);
  });

  it('explains why a declaration with another keyword fails', async () => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run('let x = 1');
    const { error } = await kernel.run('const x = 2');
    expect(error?.message).toBe("Identifier 'x' has already been declared");
    expect(error?.traceback).toContain('Use the same keyword');
  });

  it('awaits at the top level', async () => {
    expect(await resultsOf('const x = await Promise.resolve(7)', 'x', 'await x')).toEqual([undefined, '7', '7']);
  });

  it('continues timers of earlier cells between cells', async () => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run("setTimeout(() => console.log('timer has run'), 50)");
    await kernel.printed('timer has run');
    expect((await kernel.run('1')).status).toBe('ok');
  });

  it('works after a cell has declared the names of globals', async () => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run(
      'const process = 1, Buffer = 2, console = 3, setImmediate = 4, Set = 5, Map = 6, Error = 7, Symbol = 8',
    );
    expect((await kernel.run('[process, Symbol]')).result).toEqual({ 'text/plain': '[ 1, 8 ]' });
    expect((await kernel.run('null.x')).error?.name).toBe('TypeError');
  });

  it('starts programs, which do not receive the channel', async () => {
    const kernel = await startNodeKernel('javascript');
    const { result } = await kernel.run(
      "require('child_process').execSync('ls -l /proc/self/fd/3 2>&1 || true').toString()",
    );
    expect(result?.['text/plain']).not.toContain('socket');
  });

  it('ends when a cell exits, and prints nothing', async () => {
    const kernel = await startNodeKernel('javascript');
    kernel.send('run', 'process.exit(3)');
    expect(await kernel.exited).toEqual({ code: 3, signal: null });
    expect(kernel.stderr()).toBe('');
  });
});

describe('results', () => {
  it('shows the last expression', async () => {
    expect(
      await resultsOf('1 + 1', "'text'", '[1, { a: 2 }]', '{ a: 1 }', 'null', '-0', '10n', 'undefined', 'let a = 5;'),
    ).toEqual(['2', "'text'", '[ 1, { a: 2 } ]', '{ a: 1 }', 'null', '-0', '10n', undefined, undefined]);
  });

  it('shows objects whose getters, proxies and methods throw', async () => {
    const thrower = '() => { throw new Error() }';
    expect(
      await resultsOf(
        `new Proxy({}, { get: ${thrower}, ownKeys: ${thrower}, getPrototypeOf: ${thrower} })`,
        '({ get a() { throw new Error(); } })',
        "({ [Symbol.for('nodejs.util.inspect.custom')]() { throw new Error(); }, a: 1 }).a",
        "({ [Symbol.for('Jupyter.display')]() { throw new Error(); } }) instanceof Object",
      ),
    ).toEqual(['{}', '{ a: [Getter] }', '1', 'true']);
  });

  it('limits the text of a large result', async () => {
    const [text = ''] = await resultsOf("'x'.repeat(5_000_000)");
    expect(text.length).toBeLessThan(300_000);
    expect(text).toContain('more characters');
  });

  it('separates standard output and standard error, and has all output before the end of the cell', async () => {
    const kernel = await startNodeKernel('javascript');
    const outcome = await kernel.run("console.log('x'.repeat(1_000_000)); console.error('problem')");
    expect(outcome.stdout).toBe(`${'x'.repeat(1_000_000)}\n`);
    expect(outcome.stderr).toBe('problem\n');
  });

  it('runs further cells after a cell has closed standard output', async () => {
    expect(await resultsOf('process.stdout.destroy(); 1', '2')).toEqual(['1', '2']);
  });
});

describe('modules', () => {
  it('imports by declarations, and keeps the names for later cells', async () => {
    const kernel = await startNodeKernel('javascript');
    const code = [
      "import fs, { readFileSync as read, /* no } */ existsSync } from 'fs';",
      "import * as path from 'node:path'",
      "import 'node:os'; import { 'default' as os } from 'node:os'",
      'typeof fs.openSync + typeof read + typeof existsSync + typeof path.join + typeof os',
    ].join('\n');
    expect((await kernel.run(code)).result).toEqual({ 'text/plain': "'functionfunctionfunctionfunctionobject'" });
    expect((await kernel.run("path.join('a', 'b')")).result).toEqual({ 'text/plain': "'a/b'" });
  });

  it('loads packages and files of the work directory by import and require', async () => {
    const cwd = await makeWorkFolder();
    await mkdir(join(cwd, 'node_modules/some-package'), { recursive: true });
    await writeFile(join(cwd, 'node_modules/some-package/index.js'), 'exports.answer = 42;');
    await writeFile(join(cwd, 'own.mjs'), 'export const own = 1;\nexport default function () {\n  null.x;\n}\n');
    await writeFile(join(cwd, 'data.json'), '{ "a": 3 }');
    const kernel = await startNodeKernel('javascript', { cwd });
    const code = [
      "import { own } from './own.mjs'",
      "import { answer } from 'some-package'",
      "import data from './data.json' with { type: 'json' }",
      "[own, answer, data.a, require('some-package').answer, (await import('./own.mjs')).own, import.meta.dirname].join()",
    ].join('\n');
    expect((await kernel.run(code)).result).toEqual({ 'text/plain': `'1,42,3,42,1,${cwd}'` });
    const { error } = await kernel.run("(await import('./own.mjs')).default()");
    expect(error?.traceback).toContain('own.mjs:3:8');
  });

  it('reports a name that a module does not export', async () => {
    const kernel = await startNodeKernel('javascript');
    const { error } = await kernel.run("import { nothing } from 'fs'");
    expect(error).toMatchObject({
      name: 'SyntaxError',
      message: "The requested module 'fs' does not provide an export named 'nothing'",
    });
    expect((await kernel.run("await import('not-installed')")).error?.message).toContain(
      "Cannot find package 'not-installed'",
    );
  });

  it('leaves the word import in texts, comments and regular expressions', async () => {
    expect(await resultsOf("'import(1)' + `import x from 'y'` + /import('a')/.source // import.meta")).toEqual([
      `"import(1)import x from 'y'import('a')"`,
    ]);
  });
});

describe('start ahead of use', () => {
  it('waits for its context, and then has only the environment of the context', async () => {
    const kernel = await startNodeKernel('javascript', { warmEnvironment: { GREETING: 'hello', EMPTY: '' } });
    expect((await kernel.run('process.env')).result).toEqual({ 'text/plain': "{ GREETING: 'hello', EMPTY: '' }" });
  });
});
