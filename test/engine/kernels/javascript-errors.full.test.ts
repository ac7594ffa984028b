import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { afterEach, describe, expect, it } from 'vitest';
import {
  makeWorkFolder,
  nodeKernelCommand,
  startNodeKernel,
  stopNodeKernels,
} from '../../support/kernels/node-kernel.ts';

afterEach(stopNodeKernels);

/** Returns the error of a cell. */
async function errorOf(code: string) {
  const kernel = await startNodeKernel('javascript');
  const { status, error } = await kernel.run(code);
  expect(status).toBe('error');
  return error;
}

describe('tracebacks', () => {
  it('show the lines of cells without frames of the driver', async () => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run('\nfunction fail(value) {\n  return value.missing.name;\n}');
    const { error } = await kernel.run("import 'node:os';\n\nfail({})");
    expect(error).toMatchObject({
      name: 'TypeError',
      message: "Cannot read properties of undefined (reading 'name')",
      traceback:
        "TypeError: Cannot read properties of undefined (reading 'name')\n    at fail (<cell 1>:3:24)\n    at <cell 2>:3:1",
    });
  });

  it('show asynchronous callers', async () => {
    const error = await errorOf('async function f() {\n  await 1;\n  throw new Error("late");\n}\nawait f()');
    expect(error?.traceback).toBe('Error: late\n    at f (<cell 1>:3:9)\n    at async <cell 1>:5:1');
  });

  it('show the line of a syntax error', async () => {
    expect(await errorOf('let a = 1\nlet b = = 2')).toMatchObject({
      name: 'SyntaxError',
      message: "Unexpected token '='",
      traceback: "<cell 1>:2\nlet b = = 2\n        ^\nSyntaxError: Unexpected token '='",
    });
  });

  it('show the cell and not the position in the text for a syntax error of evaluated text', async () => {
    const error = await errorOf("\nJSON.parse('{')");
    expect(error).toMatchObject({ name: 'SyntaxError' });
    expect(error?.traceback).toContain('<cell 1>:2:6');
  });

  it('show causes', async () => {
    const error = await errorOf("throw new Error('outer', { cause: new TypeError('inner') })");
    expect(error?.traceback).toContain('Caused by: TypeError: inner\n    at <cell 1>:1:35');
  });

  it('are also in the stack that a cell reads', async () => {
    const kernel = await startNodeKernel('javascript');
    expect((await kernel.run("new Error('a').stack")).result).toEqual({
      'text/plain': "'Error: a\\n    at <cell 1>:1:1'",
    });
  });

  it.each([
    ['throw 1', 'Uncaught 1'],
    ['throw undefined', 'Uncaught undefined'],
    ["throw { code: 'E' }", "Uncaught { code: 'E' }"],
    ['throw new Proxy({}, { getPrototypeOf() { throw 1 } })', 'Uncaught {}'],
  ])('show a value that is not an error: %s', async (code, traceback) => {
    expect(await errorOf(code)).toMatchObject({ traceback });
  });

  it.each([
    ['a deep recursion', '(function f() { f(); })()', 'RangeError'],
    ['a getter that throws', 'throw new (class extends Error { get message() { throw 1; } })()', 'Uncaught'],
    ['a return statement', 'return 1', 'SyntaxError'],
    ['an open comment', '/*', 'SyntaxError'],
    [
      'a function for stacks that throws',
      'Error.prepareStackTrace = () => { throw 1; }; throw new Error()',
      'Uncaught',
    ],
  ])('report %s, and the next cell works', async (_, code, name) => {
    const kernel = await startNodeKernel('javascript');
    expect((await kernel.run(code)).error?.name).toBe(name);
    expect((await kernel.run('1 + 1')).result).toEqual({ 'text/plain': '2' });
  });
});

describe('errors outside of a cell', () => {
  it('are printed, and the kernel runs on', async () => {
    const kernel = await startNodeKernel('javascript');
    await kernel.run(
      "setTimeout(() => { throw new Error('in a timer') }, 1); Promise.reject(new Error('not handled')); 0",
    );
    const { stderr } = await kernel.run('await new Promise((resolve) => setTimeout(resolve, 50))');
    expect(kernel.stderr()).toContain('Error: not handled\n    at <cell 1>:1:');
    expect(`${kernel.stderr()}${stderr}`).toMatch(/Error: in a timer\n {4}at Timeout\.\S{1,20} \(<cell 1>:1:/);
    expect((await kernel.run('1')).status).toBe('ok');
  });
});

it('exits when its channel closes, also during a busy loop', async () => {
  const [program = '', ...args] = await nodeKernelCommand('javascript');
  const child = spawn(program, args, { cwd: await makeWorkFolder(), stdio: ['ignore', 'pipe', 'ignore', 'pipe'] });
  try {
    const channel = child.stdio[3] as Duplex;
    channel.write("run\x001\0console.log('busy'); for (;;);\0");
    if (child.stdout !== null) await once(child.stdout, 'data');
    const exited = once(child, 'exit');
    channel.destroy();
    expect(await exited).toEqual([null, 'SIGKILL']);
  } finally {
    child.kill('SIGKILL');
  }
});
