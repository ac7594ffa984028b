/** The package as a program gets it: packed, installed without a network, compiled strictly and used. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDaemonOfFile } from '../../support/daemon/test-daemon.ts';
import { describeWithEngine } from '../../support/engine/engine-suite.ts';

const daemon = testDaemonOfFile();
const root = join(import.meta.dirname, '../../..');
const source = join(root, 'clients/typescript');
let project: string;

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'consumer-'));
  const packed = join(project, 'packed');
  mkdirSync(packed);
  await execa('npm', ['pack', '--ignore-scripts=false', '--pack-destination', packed], { cwd: source });
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const cache = ['--offline', '--cache', join(project, 'cache'), '--no-audit', '--no-fund'];
  await execa('npm', ['install', ...cache, join(packed, 'strongroom-client-0.1.0.tgz')], { cwd: project });
  for (const [index, block] of readBlocks().entries()) writeFileSync(join(project, `readme-${index}.ts`), block);
});
afterAll(() => rmSync(join(source, 'dist'), { recursive: true, force: true }));

/** Returns the examples of the README. */
function readBlocks(): string[] {
  const text = readFileSync(join(source, 'README.md'), 'utf8');
  return Array.from(text.matchAll(/```ts\n([\s\S]*?)```/g), ([, block = '']) => block);
}

function compile(...files: string[]) {
  const flags = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--skipLibCheck', 'false', '--ignoreConfig'];
  const target = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  const types = ['--typeRoots', join(root, 'node_modules/@types')];
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  return execa(process.execPath, [tsc, ...flags, ...target, ...types, ...files], { cwd: project, reject: false });
}

it('has the examples of its README, which compile strictly', async () => {
  const files = readBlocks().map((_, index) => `readme-${index}.ts`);
  expect(files).toHaveLength(3);
  expect(await compile(...files)).toMatchObject({ exitCode: 0, stdout: '' });
});

it('reports a request that the contract does not have', async () => {
  const lines = [
    "import { Strongroom } from 'strongroom-client';",
    'const client = new Strongroom();',
    "await client.run({ language: 'python' });",
    "await client.request('GET /api/v1/executions/{id}');",
    "for await (const event of client.stream({ language: 'python', code: '' })) console.log(event.data.text);",
  ];
  writeFileSync(join(project, 'wrong.ts'), lines.join('\n'));
  const { exitCode, stdout } = await compile('wrong.ts');
  expect(exitCode).not.toBe(0);
  expect(stdout.match(/wrong\.ts\(\d+/g)).toEqual(['wrong.ts(3', 'wrong.ts(4', 'wrong.ts(5']);
});

describeWithEngine('the packed client', () => {
  it('runs the first example of its README', async () => {
    const { apiKey } = await daemon().newUser();
    const env = { STRONGROOM_URL: daemon().url, STRONGROOM_API_KEY: apiKey };
    const { stdout } = await execa(process.execPath, ['readme-0.ts'], { cwd: project, env });
    expect(stdout).toMatch(/^succeeded 0 42\n\none\ntwo\nunknown_language 422 /);
  });
});
