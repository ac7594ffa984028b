/** Each limit of a run exceeded by one, and path tricks: refused by name, with nothing recorded; and each limit met. */
import { afterAll, describe, expect, it } from 'vitest';
import { listAuditLog } from '../../../src-shared/contracts/audit.contract.ts';
import { requestLimits } from '../../../src-shared/contracts/execute-request.ts';
import { execute, listExecutions, readExecutionFile } from '../../../src-shared/contracts/executions.contract.ts';
import { type TestUser, testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

const daemon = testDaemonOfFile();
const mebibyte = 1024 * 1024;
const max = requestLimits.environmentStringBytes;
const good = { language: 'bash', code: 'true' };

let shared: TestUser | undefined;
const user = async (): Promise<TestUser> => {
  shared ??= await daemon().newUser();
  return shared;
};

const refuse = async (fields: object) => (await user()).client.refusal(execute, { body: { ...good, ...fields } });
const files = (count: number) => Array.from({ length: count }, (_, number) => ({ path: `f${number}`, content: '' }));
/** Each in folders of its own. */
const nested = (count: number, levels: number) =>
  files(count).map(({ path, content }) => ({ path: `${path}/${deep(levels - 1)}`, content }));
const deep = (levels: number) => Array(levels).fill('d').join('/');
/** Eight variables of a known size: `Vn=…` and its NUL. */
const eight = (size: number) =>
  Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`V${at}`, 'x'.repeat(size - 4)]));

afterAll(async () => {
  const { client } = await user();
  expect((await client.call(listExecutions)).executions, 'nothing half-written').toEqual([]);
  const { logs } = await client.call(listAuditLog, { query: { action: 'code.execute' } });
  expect(logs, 'nothing half-recorded').toEqual([]);
});

describe('a run is refused', () => {
  it.each<[string, object, string]>([
    ['code over 1 MiB', { code: 'x'.repeat(mebibyte + 1) }, 'code'],
    ['code over 1 MiB in bytes', { code: 'ä'.repeat(mebibyte / 2 + 1) }, 'code'],
    ['stdin over 8 MiB', { stdin: 'x'.repeat(8 * mebibyte + 1) }, 'stdin'],
    ['257 files', { files: files(257) }, 'files'],
    ['4,001 files and folders', { files: nested(250, 16).concat({ path: 'x', content: '' }) }, 'files'],
    ['a timeout under 100 ms', { timeoutMs: 99 }, 'timeoutMs'],
    ['a timeout over 10 minutes', { timeoutMs: 600_001 }, 'timeoutMs'],
    ['a timeout of the compile step under 100 ms', { compileTimeoutMs: 99 }, 'compileTimeoutMs'],
    ['a timeout of the compile step over 10 minutes', { compileTimeoutMs: 600_001 }, 'compileTimeoutMs'],
    ['memory under 32 MiB', { memoryMb: 31 }, 'memoryMb'],
    ['memory over 4 GiB', { memoryMb: 4097 }, 'memoryMb'],
    ['a fraction of a MiB', { memoryMb: 64.5 }, 'memoryMb'],
    ['another network', { network: 'host' }, 'network'],
    ['a language of 65 characters', { language: 'x'.repeat(65) }, 'language'],
    ['a language without a name', { language: '' }, 'language'],
    ['4,097 arguments', { args: Array(4097).fill('') }, 'args'],
    ['a NUL in an argument', { args: ['ok', 'a\0b'] }, 'args[1]'],
    ['a NUL in the environment', { env: { A: 'a\0b' } }, 'env.A'],
    ['a number in the environment', { env: { A: 1 } }, 'env.A'],
    ['a bad name in the environment', { env: { 'A=B': '' } }, 'env.A=B'],
    ['a name that an object cannot have', { env: JSON.parse('{"A":"1","__proto__":"2"}') }, 'env.__proto__'],
    ['a name of 129 characters', { env: { ['A'.repeat(129)]: '' } }, `env.${'A'.repeat(129)}`],
    ['secrets that are no list', { secrets: 'some' }, 'secrets'],
    ['201 secrets', { secrets: Array.from({ length: 201 }, (_, number) => `S${number}`) }, 'secrets'],
    ['packages that are no yes or no', { packages: 'numpy' }, 'packages'],
    ['base64 that is none', { files: [{ path: 'a', content: '*', encoding: 'base64' }] }, 'files[0].content'],
    ['base64 without padding', { files: [{ path: 'a', content: 'YQ', encoding: 'base64' }] }, 'files[0].content'],
    ['another encoding', { files: [{ path: 'a', content: '', encoding: 'utf16' }] }, 'files[0].encoding'],
  ])('with %s', async (_, fields, path) => {
    const refusal = await refuse(fields);
    expect(refusal.code).toBe('invalid_request');
    expect(refusal.details[0]?.path).toBe(path);
  });

  it.each([
    ['a parent', '../x'],
    ['a parent inside', 'a/../../x'],
    ['a parent at the end', 'a/..'],
    ['the folder itself', '.'],
    ['an absolute path', '/etc/passwd'],
    ['a NUL', 'a\0.txt'],
    ['a backslash', 'a\\..\\b'],
    ['no name', ''],
    ['a folder', 'a/'],
    ['an empty part', 'a//b'],
    ['17 levels', deep(17)],
    ['300 levels', deep(300)],
    ['a name of 256 bytes', 'ä'.repeat(128)],
    ['4,097 bytes', `${'a'.repeat(255)}/`.repeat(16).padEnd(4097, 'a')],
  ])('with a file whose path has %s', async (_, path) => {
    const refusal = await refuse({
      files: [
        { path: 'fine.txt', content: '' },
        { path, content: '' },
      ],
    });
    expect(refusal.code).toBe('invalid_request');
    expect(new Set(refusal.details.map((detail) => detail.path))).toEqual(new Set(['files[1].path']));
  });

  it('with a file that is named twice, is a folder of another, or is the program', async () => {
    const at = (...names: string[]) => refuse({ files: names.map((path) => ({ path, content: '' })) });
    expect(await at('a', 'b', 'a')).toMatchObject({
      details: [{ path: 'files[2].path', message: 'is in the list twice' }],
    });
    expect(await at('a/b', 'a')).toMatchObject({ details: [{ path: 'files[1].path' }] });
    expect(await at('a', 'a/b')).toMatchObject({ details: [{ path: 'files[0].path' }] });
    expect(await at('x', 'main.sh')).toMatchObject({ code: 'invalid_request', details: [{ path: 'files[1].path' }] });
    expect(await at('main.sh/x')).toMatchObject({ code: 'invalid_request', details: [{ path: 'files[0].path' }] });
  });

  it('with an unknown language, which is a 422 of its own', async () => {
    for (const language of ['cobol', 'python4', '../bash', 'constructor', '__proto__'])
      expect(await refuse({ language }), language).toMatchObject({ code: 'unknown_language' });
  });

  it('with one byte too many in arguments and environment', async () => {
    for (const [fields, ...paths] of [
      [{ env: { A: 'x'.repeat(max - 2) } }, 'env.A'],
      [{ args: ['', '', '', 'x'.repeat(max)] }, 'args[3]'],
      [{ args: ['x'.repeat(max)], env: { A: '', LONG: 'x'.repeat(max) } }, 'args[0]', 'env.LONG'],
      [{ env: eight(max), args: [''] }, 'env.V0', 'env.V1', 'env.V2'],
      [{ env: { ...eight(max), B: '' } }, 'env.V0', 'env.V1', 'env.V2'],
    ] satisfies [object, ...string[]][]) {
      const refusal = await refuse(fields);
      const details = paths.map((path) => ({ path, message: expect.stringMatching(/MiB|KiB/) }));
      expect(refusal).toMatchObject({ code: 'environment_too_large', details });
      for (const path of paths) expect(refusal.message).toContain(path);
      expect(JSON.stringify(refusal)).not.toContain('xxx');
    }
  });
});

describeWithEngine('a run is taken', () => {
  it('at each limit, to the last byte', async () => {
    const { client } = await daemon().newUser();
    const run = (fields: object) => client.call(execute, { body: { ...good, ...fields } });
    const wellDone = { status: 'succeeded' };
    expect(await run({ code: `true;${'#'.repeat(mebibyte - 5)}` })).toMatchObject(wellDone);
    expect(await run({ code: 'wc -c', stdin: 'x'.repeat(8 * mebibyte) })).toMatchObject({ stdout: '8388608\n' });
    expect(await run({ code: 'ls | wc -l', files: files(256) })).toMatchObject({ stdout: '257\n' });
    expect(await run({ code: 'echo $' + '{#1}', args: ['x'.repeat(max - 1)] })).toMatchObject({ stdout: '131071\n' });
    expect(await run({ code: 'printenv V7 | wc -c', env: eight(max) })).toMatchObject({ stdout: `${max - 3}\n` });
    expect(await run({ files: [{ path: deep(16), content: '' }] })).toMatchObject(wellDone);
    expect(await run({ code: 'find . -mindepth 1 | wc -l; touch a b c', files: nested(250, 16) })).toMatchObject({
      stdout: '4001\n',
      status: 'succeeded',
    });
    expect(await run({ files: [{ path: `${'ä'.repeat(127)}a`, content: '' }] })).toMatchObject(wellDone);
    expect(await run({ timeoutMs: 600_000, compileTimeoutMs: 600_000, memoryMb: 32 })).toMatchObject(wellDone);
    expect(await run({ args: Array(4096).fill('a'), code: 'echo $#' })).toMatchObject({ stdout: '4096\n' });
    expect(await run({ env: { ['A'.repeat(128)]: 'x' } })).toMatchObject(wellDone);
    const inherited = { constructor: 'a', valueOf: 'b' };
    expect(await run({ code: 'printenv constructor valueOf', env: inherited })).toMatchObject({ stdout: 'a\nb\n' });
  });

  it('with files that have the names of what every object has', async () => {
    const { client } = await daemon().newUser();
    const paths = ['__proto__', 'constructor/__proto__', 'prototype/toString'];
    const code = 'for f in __proto__ */*; do cat $f; echo $f > $f; done';
    const body = { ...good, code, files: paths.map((path) => ({ path, content: `in ${path};` })) };
    const { id, stdout, files: left } = await client.call(execute, { body });
    expect(stdout).toBe('in __proto__;in constructor/__proto__;in prototype/toString;');
    expect(left.map(({ path }) => path).toSorted()).toEqual(paths);
    for (const path of paths) {
      const { text } = await client.answer(readExecutionFile, { params: { id, path } });
      expect(text).toBe(`${path}\n`);
    }
  });
});
