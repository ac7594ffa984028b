/** Bytecode of packages: made once, when a list is installed, by a child as confined as that of any program. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmbeddedEngine, type EmbeddedEngine } from '../../../src-daemon/engine/embedded/embedded-engine.ts';
import { type CompileDeps, compileModules } from '../../../src-daemon/engine/embedded/installer/compile-modules.ts';
import type { SandboxResult } from '../../../src-daemon/engine/engine.ts';
import { cancelledResult } from '../../../src-daemon/engine/run-result.ts';
import { type PackageIndex, startPackageIndex } from '../../daemon/packages/package-index.ts';
import { buildWheel } from '../../daemon/packages/wheels.ts';
import { newLayersDir, resourcesDir, run, silentLog } from './embedded-fixture.ts';

/** An import that has to compile anything fails. */
const compilesNothing = `from importlib.machinery import SourceFileLoader
def refuse(*_, **__): raise SystemError('compiled')
SourceFileLoader.source_to_code = refuse
`;

describe('the modules of a package list', () => {
  let index: PackageIndex;
  let engine: EmbeddedEngine;

  beforeAll(async () => {
    index = await startPackageIndex({ host: '127.0.0.1' });
    engine = createEmbeddedEngine({ resourcesDir, log: silentLog, layersDir: newLayersDir() });
    await engine.start();
  });
  afterAll(async () => {
    await engine.stop();
    await index.stop();
  });

  async function install(name: string, files: Record<string, string | Uint8Array>, lines: string[] = []) {
    index.publish(buildWheel({ name, version: '1.0', files }));
    const source = { indexUrl: index.url, trustedHosts: [new URL(index.url).host], certificates: '' };
    const hooks = { onLine: (line: string) => lines.push(line), signal: new AbortController().signal };
    if (engine.layers === undefined) throw new Error('this engine has no packages');
    return (await engine.layers.build({ packageManager: 'pip', packages: { [name]: '' }, source }, hooks)).id;
  }

  test('are imported without compiling, whatever encoding their source has', async () => {
    const files = {
      'plain/__init__.py': 'from .sub import VALUE\n',
      'plain/sub/__init__.py': 'VALUE = 42\n',
      'latin.py': Buffer.from('# coding: latin-1\nWORD = "é"\n', 'latin1'),
      'empty.py': '',
    };
    const lines: string[] = [];
    const layer = await install('plain', files, lines);
    expect(lines).toContain('Compiling 4 modules');
    const code = `${compilesNothing}import plain, latin, empty\nprint(plain.VALUE, latin.WORD, plain.__cached__, plain.__file__)`;
    expect(await run(engine, { code, layer })).toMatchObject({
      stdout: '42 é /packages/plain/__pycache__/__init__.cpython-311.pyc /packages/plain/__init__.py\n',
      stderr: '',
    });
    // PEP 552: by hash, and never to be checked.
    const flags = 'import plain; print(open(plain.__cached__, "rb").read(8)[4:].hex())';
    expect(await run(engine, { code: flags, layer })).toMatchObject({ stdout: '01000000\n' });
  });

  test('are not run by it, and tell where they fail as ever', async () => {
    const layer = await install('running', {
      'running.py': 'def fail():\n    raise ValueError("here")\n',
      'endless.py': 'while True: pass\n',
      'leaving.py': 'import os; os._exit(3)\n',
    });
    const failed = await run(engine, { code: `${compilesNothing}import running; running.fail()`, layer });
    expect(failed.stderr).toContain('File "/packages/running.py", line 2, in fail\n    raise ValueError("here")');
  });

  test('that do not compile are left to the programs that import them, and the others are not', async () => {
    const layer = await install('broken', { 'broken.py': 'print "old"\n', 'sound.py': 'VALUE = 1\n' });
    const sound = await run(engine, { code: `${compilesNothing}import sound; print(sound.VALUE)`, layer });
    expect(sound.stdout).toBe('1\n');
    expect((await run(engine, { code: 'import broken', layer })).stderr).toContain('SyntaxError');
  });

  test('that exhaust the compiler do not prevent the installation of the list', async () => {
    const layer = await install('deep', { 'deep.py': `${'('.repeat(150_000)}\n`, 'other.py': 'VALUE = 2\n' });
    expect(await run(engine, { code: 'import other; print(other.VALUE)', layer })).toMatchObject({ stdout: '2\n' });
  });

  test('count, and not what a package brings in the place of their bytecode', async () => {
    const layer = await install('stale', {
      'stale.py': 'VALUE = "source"\n',
      '__pycache__/stale.cpython-311.pyc': Buffer.from('not bytecode'),
      'odd/__init__.py': 'VALUE = "odd"\n',
      'odd/__pycache__': 'a file',
    });
    const code = 'import stale, odd; print(stale.VALUE, odd.VALUE, open("/packages/odd/__pycache__").read())';
    expect(await run(engine, { code, layer })).toMatchObject({ stdout: 'source odd a file\n' });
  });
});

describe('the bytecode that a child reports', () => {
  const source = Buffer.from('VALUE = 1\n');
  const module = {
    path: 'a/b.py',
    size: source.length,
    read: async function* () {
      yield source;
    },
  };

  async function compiledBy(reported: string, left: string | undefined, status: SandboxResult['status'] = 'succeeded') {
    const staging = mkdtempSync(join(tmpdir(), 'bytecode-'));
    const files = left === undefined ? [] : [{ path: 'bytecode', content: Buffer.from(left) }];
    const answer: CompileDeps['run'] = async (_job, { onOutput }) => {
      onOutput('stdout', Buffer.from(reported));
      return { ...cancelledResult(0), status, files };
    };
    const deps = { run: answer, staging, onLine: () => undefined, signal: new AbortController().signal };
    const pieces = await compileModules([module, { ...module, path: 'a/c.py' }], deps);
    const made = await Promise.all(pieces.map(async ({ path, size, read }) => [path, size, await text(read())]));
    rmSync(staging, { recursive: true });
    return made;
  }

  test('is cut by the reported sizes, and a module without any has none', async () => {
    expect(await compiledBy('[3, 2]', 'onetw')).toEqual([
      ['a/__pycache__/b.cpython-311.pyc', 3, 'one'],
      ['a/__pycache__/c.cpython-311.pyc', 2, 'tw'],
    ]);
    expect(await compiledBy('[0, 5]', 'onetw')).toEqual([['a/__pycache__/c.cpython-311.pyc', 5, 'onetw']]);
  });

  test.each([
    ['fewer sizes than modules', '[5]', 'onetw'],
    ['more', '[1, 1, 3]', 'onetw'],
    ['sizes past the end', '[3, 3]', 'onetw'],
    ['sizes below nothing', '[-1, 6]', 'onetw'],
    ['sizes that are none', '["3", 2]', 'onetw'],
    ['no list', '{"length":2}', 'onetw'],
    ['no JSON', '[3, 2', 'onetw'],
    ['no file', '[3, 2]', undefined],
  ])('counts for nothing with %s', async (_what, reported, left) => {
    expect(await compiledBy(reported, left)).toEqual([]);
  });

  test('counts for nothing where it was ended', async () => {
    expect(await compiledBy('[3, 2]', 'onetw', 'timed_out')).toEqual([]);
  });
});
