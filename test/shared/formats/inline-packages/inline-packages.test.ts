import { expect, test } from 'vitest';
import { InlinePackagesError } from '../../../../src-shared/formats/inline-packages/inline-packages.ts';
import { readInlinePackages } from '../../../../src-shared/formats/inline-packages/read-inline-packages.ts';

const python = (...lines: string[]) => readInlinePackages('pip', lines.join('\n'));
const npm = (...lines: string[]) => readInlinePackages('npm', lines.join('\n')).packages;

function problemOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof InlinePackagesError) return `${error.line}: ${error.message}`;
    throw error;
  }
  return 'none';
}

test('the header of a Python script is read as PEP 723 says, with the lines', () => {
  const header = [
    '#!/usr/bin/env python',
    '# /// script',
    '# requires-python = ">=3.11"',
    '# dependencies = [',
    '#   "requests<3",',
    `#   'rich; python_version > "3"',`,
    '# ]',
    '#',
    '# [tool.uv]',
    '# index = "ignored"',
    '# ///',
  ];
  const packages = [
    { line: 5, text: 'requests<3' },
    { line: 6, text: 'rich; python_version > "3"' },
  ];
  expect(python(...header, 'print(1)')).toEqual({ packages, requiresPython: { line: 3, range: '>=3.11' } });
  expect(python(...header.map((line) => `${line}\r`)).packages).toEqual(packages);
});

test('what is no header declares nothing: other types, no end, lines that are not a comment', () => {
  const body = ['# dependencies = ["six"]'];
  for (const lines of [
    ['print(1)'],
    ['# /// pyproject', ...body, '# ///'],
    ['# /// script', ...body],
    ['# /// script', '#dependencies = ["six"]', '# ///'],
    ['# /// script', ...body, 'x = 1', '# ///'],
    ['  # /// script', ...body, '# ///'],
  ])
    expect(python(...lines), lines.join('|')).toEqual({ packages: [] });
  expect(readInlinePackages(null, ['# /// script', ...body, '# ///'].join('\n'))).toEqual({ packages: [] });
});

test('an end in the comments of the header does not end it before the last one', () => {
  const lines = ['# /// script', '# dependencies = ["six"]', '# note = """', '# ///', '# """', '# ///'];
  expect(python(...lines).packages).toEqual([{ line: 2, text: 'six' }]);
});

test('each problem of a header names its line', () => {
  const of = (...body: string[]) => problemOf(() => python('x = 1', '# /// script', ...body, '# ///'));
  expect(of('# dependencies = ["six"', '# a = 1')).toMatch(/^\d: is not valid TOML: /);
  expect(of('# a = 1', '# dependencies = "six"')).toBe('4: has dependencies that are not a list');
  expect(of('# dependencies = [1]')).toBe('3: has a dependency that is not a string');
  expect(of('# requires-python = 3')).toBe('3: has a requires-python that is not a string');
  expect(of('# a = 1', '# ///', '', '# /// script', '# a = 1')).toBe('6: begins a second header (# /// script)');
  const many = Array.from({ length: 51 }, (_, index) => `"p${index}"`);
  expect(of(`# dependencies = [${many}]`)).toBe('3: names more than 50 packages, the maximum');
  expect(of(...Array.from({ length: 4000 }, () => '# # comment'))).toMatch(/^3: begins a header of more than/);
});

test('comments `// npm:` at the beginning name packages of JavaScript', () => {
  expect(
    npm('#!/usr/bin/env node', '', '// A note', '// npm: lodash@4.17.21, zod@^4', '//npm: @scope/a', 'x()'),
  ).toEqual([
    { line: 4, text: 'lodash@4.17.21' },
    { line: 4, text: 'zod@^4' },
    { line: 5, text: '@scope/a' },
  ]);
  expect(npm("'use strict'", '// npm: late')).toEqual([]);
  expect(npm('// see npm: lodash', 'import "npm:x"')).toEqual([]);
  const many = Array.from({ length: 51 }, (_, index) => `p${index}`).join(' ');
  expect(problemOf(() => npm('', `// npm: ${many}`))).toMatch(/^2: names more than 50/);
});

test('hostile code is read in linear time', () => {
  const start = performance.now();
  for (const line of ['# /// script\n', '# /// script\n# ///x\n', '# /// script\n#\n', '# a\n'])
    problemOf(() => readInlinePackages('pip', `# /// script\n${line.repeat(500_000 / line.length)}`));
  for (const line of ['// npm:\n', '//\n', '\n', '// npm: '])
    problemOf(() => readInlinePackages('npm', line.repeat(500_000 / line.length)));
  expect(performance.now() - start).toBeLessThan(2000);
});
