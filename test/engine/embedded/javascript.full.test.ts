import { describe, expect, test } from 'vitest';
import { filesOf } from '../docker/run/run-jobs.ts';
import { run, useEmbeddedEngine } from './embedded-fixture.ts';

describe('a JavaScript program of the embedded engine', () => {
  const engine = useEmbeddedEngine();
  const javascript = (code: string, more = {}) => run(engine(), { language: 'javascript', code, ...more });

  test('shows values as Node does', async () => {
    const code = `
console.log({ a: 1, list: [1, 'two', { deep: { deeper: { deepest: 1 } } }] }, new Map([['k', 1]]), null, undefined, -0);
console.log('%s is %d', 'six', 6, [], {}, () => 1, class A {}, Symbol('s'), 10n, new Set([1]));`;
    expect((await javascript(code)).stdout).toBe(
      "{ a: 1, list: [ 1, 'two', { deep: [Object] } ] } Map(1) { 'k' => 1 } null undefined -0\n" +
        'six is 6 [] {} [Function (anonymous)] [class A] Symbol(s) 10n Set(1) { 1 }\n',
    );
  });

  test('has the path that the job names, next to its files', async () => {
    const files = { 'src/lib/sibling.mjs': 'export const name = "below it"' };
    const code = "import { name } from './lib/sibling.mjs'; console.log(name, process.argv[1])";
    const result = await javascript(code, { entry: 'src/app.mjs', files });
    expect(result).toMatchObject({ stdout: 'below it /work/src/app.mjs\n', stderr: '', files: [] });
  });

  test('has timers, promises and their order', async () => {
    const code = `
setTimeout(() => console.log('timer'), 20);
const repeat = setInterval(() => { console.log('tick'); clearInterval(repeat); }, 1);
Promise.resolve().then(() => console.log('promise'));
process.on('exit', (code) => console.log('exit', code));
console.log('now');`;
    expect((await javascript(code)).stdout).toBe('now\npromise\ntick\ntimer\nexit 0\n');
  });

  test('imports modules, CommonJS, JSON and Node’s own among its files', async () => {
    const files = {
      'lib/a.mjs': 'export { y as x } from "./y.mjs"',
      'lib/y.mjs': 'export const y = 5',
      'b.js': 'exports.c = require("./d.json").q',
      'd.json': '{"q":1}',
    };
    const code = `
import { x } from './lib/a.mjs';
import b, { c } from './b.js';
import data from './d.json' with { type: 'json' };
import { join } from 'node:path';
console.log(x, b, c, data, join('a', '..', 'b'), await Promise.resolve('awaited'));`;
    expect(await javascript(code, { files })).toMatchObject({
      stdout: '5 { c: 1 } 1 { q: 1 } b awaited\n',
      stderr: '',
    });
  });

  test('gets the position of an error', async () => {
    const result = await javascript('function f() {\n  throw new TypeError("boom");\n}\nf();');
    expect(result).toMatchObject({ status: 'failed', exitCode: 1 });
    expect(result.stderr).toMatch(/^Uncaught TypeError: boom\n +at f \(\/work\/main.js:2:/);
  });

  test.each([
    ['async function main() { await null; throw new Error("late") }\nmain()', /Error: late/],
    ['await null; throw new Error("top")', /Error: top/],
    ['import "./nope.js"', /Cannot find module '.\/nope.js'/],
    ['require("node:net")', /node:net.*needs Docker/],
    ['require("left-pad")', /Cannot find module 'left-pad'/],
    ['setTimeout(() => { throw new Error("in a timer") }, 1)', /Error: in a timer/],
  ])('fails by what it does not catch: %s', async (code, message) => {
    const result = await javascript(code);
    expect(result).toMatchObject({ status: 'failed', exitCode: 1 });
    expect(result.stderr).toMatch(message);
  });

  test('reads its stdin as a stream, by line and whole', async () => {
    const byLine =
      "require('readline').createInterface({ input: process.stdin }).on('line', (l) => console.log('>', l))";
    const asStream = "let s = ''; process.stdin.on('data', (d) => (s += d)).on('end', () => console.log(s.length))";
    const stdin = 'a\nbé\n';
    expect((await javascript(byLine, { stdin })).stdout).toBe('> a\n> bé\n');
    expect((await javascript(asStream, { stdin })).stdout).toBe('5\n');
  });

  test('reads and writes files, and is refused as by Node', async () => {
    const code = `
const fs = require('fs');
fs.mkdirSync('a/b', { recursive: true });
fs.writeFileSync('a/b/c.txt', 'one');
fs.appendFileSync('a/b/c.txt', ' two');
fs.renameSync('a/b/c.txt', 'a/d.txt');
console.log(fs.readdirSync('a'), fs.statSync('a').isDirectory(), fs.existsSync('nope'));
try { fs.readFileSync('nope') } catch (error) { console.log(error.code, error.message) }
fs.promises.readFile('a/d.txt', 'utf8').then(console.log);`;
    const result = await javascript(code);
    expect(result.stdout).toBe(
      "[ 'b', 'd.txt' ] true false\nENOENT ENOENT: no such file or directory, open 'nope'\none two\n",
    );
    expect(filesOf(result)).toEqual({ 'a/d.txt': 'one two' });
  });

  test('has bytes, hashes and random numbers', async () => {
    const code = `
const { createHash, randomUUID } = require('node:crypto');
console.log(Buffer.from('hé').toString('hex'), btoa('x'), new TextDecoder().decode(new TextEncoder().encode('é')));
console.log(createHash('sha256').update('x').digest('hex').slice(0, 8), randomUUID().length);`;
    expect((await javascript(code)).stdout).toBe('68c3a9 eA== é\n2d711642 36\n');
  });

  test('may be TypeScript that is more than types', async () => {
    const files = {
      'shape.ts': 'export interface Shape { side: number }\nexport const area = (s: Shape) => s.side ** 2;',
    };
    const code =
      "import { area } from './shape.ts';\nenum Side { Four = 4 }\nconsole.log(area({ side: Side.Four as number }));";
    expect(await run(engine(), { language: 'typescript', code, files })).toMatchObject({ stdout: '16\n', stderr: '' });
  });
});
