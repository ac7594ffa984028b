import { describe, expect, it } from 'vitest';
import { findLargeFolders, findLongFile, findLongFunctions } from '../../scripts/style/size-rules.ts';

const longFunction = `function long() {\n${'  f();\n'.repeat(59)}}\n`;

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
});
