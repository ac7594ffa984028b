import { describe, expect, it } from 'vitest';
import { listFiles, readSource } from './checkout.ts';
import { pageStateRule } from './page-state-rule.ts';
import { projectRules } from './project-rules.ts';
import { findLargeFolders, findLongFile, findLongFunctions } from './size-rules.ts';

const longFunction = `function long() {\n${'  f();\n'.repeat(59)}}\n`;

/** One violation of each rule, in the order of the rules. */
const planted: [path: string, source: string][] = [
  ['src-daemon/accounts/long.ts', 'void 0;\n'.repeat(251)],
  ['test/daemon/accounts/long.test.ts', `it('is long', ${longFunction});`],
  ['src-daemon/accounts/camelCase.ts', ''],
  ['src-daemon/accounts/string-utils.ts', ''],
  ['src-daemon/accounts/accounts.service.ts', "db.prepare('DELETE FROM accounts')"],
  ['src-daemon/accounts/register.ts', 'const home = process.env.HOME;'],
  ['src-daemon/status/handshake.ts', "hmac.update(Buffer.from(nonce, 'base64'))"],
  ['src-cli/commands/account/keys.ts', 'surroundings.stderr.write(name);'],
  ['src-renderer/features/vault/opened.ts', "import { create } from 'zustand';"],
  ['src-daemon/accounts/register.ts', 'export default 1;'],
];

const files = await listFiles();

describe('the project rules', () => {
  it.each(projectRules)('hold in the project: $name', ({ findViolations }) => {
    const found = files
      .filter((path) => !/\.(png|ico|icns)$/.test(path))
      .flatMap((path) => findViolations(path, readSource(path)).map((violation) => `${path}: ${violation}`));
    expect(found).toEqual([]);
  });

  it.each(projectRules.map((rule, index) => ({ rule, violation: planted[index] ?? ['', ''] })))(
    'report a planted violation: $rule.name',
    ({ rule, violation: [path, source] }) => {
      expect(rule.findViolations(path, source)).toHaveLength(1);
    },
  );

  it.each([
    "import { createStore } from 'zustand/vanilla';",
    'const queries = new QueryClient();',
    'let opened: string | undefined;',
    'export const texts = new Map<string, string>();',
    'const following = new AbortController();',
  ])('report state that outlives a session: %s', (source) => {
    expect(pageStateRule.findViolations('src-renderer/features/vault/opened.ts', source)).toHaveLength(1);
  });

  it('allow only the listed folders at the top level', () => {
    const folders = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
    const sources = ['src-cli', 'src-daemon', 'src-main', 'src-renderer', 'src-shared', 'src-shared-node'];
    const known = new Set(['.ci', 'bench', 'clients', 'docs', 'resources', 'scripts', 'test', ...sources]);
    expect([...folders].filter((folder) => folder !== undefined && !known.has(folder))).toEqual([]);
  });
});

describe('the limit of a file', () => {
  it.each([
    'src-cli/a.ts',
    'test/a.test.ts',
    'resources/a.py',
    'resources/a.c',
    'scripts/a.mjs',
    'bench/a.ts',
    'clients/typescript/src/a.ts',
    '.ci/run',
  ])('applies to %s', (path) => {
    expect(findLongFile(path, 'x\n'.repeat(250))).toEqual([]);
    expect(findLongFile(path, 'x\n'.repeat(251))).toEqual(['251 lines']);
  });

  it.each(['docs/cli.md', 'package-lock.json', 'test/vectors/zk.json', 'clients/typescript/src/generated/api.ts'])(
    'does not apply to %s',
    (path) => {
      expect(findLongFile(path, 'x\n'.repeat(251))).toEqual([]);
    },
  );
});

describe('the limit of a function', () => {
  it.each([
    ['a helper', longFunction],
    ['a test', `it('is long', () => {\n${'  f();\n'.repeat(59)}});`],
    ['a test of a table', `it.each([1])('is long', () => {\n${'  f();\n'.repeat(59)}});`],
    ['a hook', `describe('a', () => {\n  beforeAll(async () => {\n${'  f();\n'.repeat(59)}});\n});`],
    ['a method', `class A {\nlong() {\n${'  f();\n'.repeat(59)}}\n}`],
  ])('applies to %s', (_, source) => {
    expect(findLongFunctions('test/a.test.ts', source)).toEqual([expect.stringMatching(/has 61 lines$/)]);
  });

  it.each([
    ['a list of tests', `describe.skipIf(true)('a', () => {\n${"it('b', f);\n".repeat(99)}});`],
    ['a named list of tests', `function suite() {\n${"it('b', f);\n".repeat(99)}}`],
    ['blank lines', `function short() {\n${'\n'.repeat(99)}}`],
    ['functions inside', `function outer() {\n${'function inner() {\nf();\n}\n'.repeat(30)}}`],
  ])('does not count %s', (_, source) => {
    expect(findLongFunctions('test/a.test.ts', source)).toEqual([]);
  });
});

describe('the limit of a folder', () => {
  it('is 20 files without data', () => {
    const paths = (count: number, extension: string) =>
      Array.from({ length: count }, (_, at) => `test/a/${at}${extension}`);
    expect(findLargeFolders([...paths(20, '.ts'), ...paths(99, '.png')])).toEqual([]);
    expect(findLargeFolders(paths(21, '.ts'))).toEqual(['test/a: 21 files']);
  });

  it('holds in the project', () => {
    expect(findLargeFolders(files)).toEqual([]);
  });
});
