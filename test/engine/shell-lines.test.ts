import { expect, test } from 'vitest';
import { withUnixLines, withUnixScript } from '../../src-daemon/engine/shell-lines.ts';

test.each([
  ['a script of Windows', 'set -e\r\nfalse\r\n', 'set -e\nfalse\n'],
  ['one whose last line has no end', 'set -e\r\nfalse', 'set -e\nfalse'],
  ['one with some lines of Unix', 'set -e\r\nfalse\necho\r\n', 'set -e\nfalse\necho\n'],
  ['intended carriage returns of a script of Unix', 'cat <<E\na\r\nE\n', 'cat <<E\na\r\nE\n'],
  ['a carriage return within a line', "printf 'a\rb'\r\n", "printf 'a\rb'\n"],
  ['a single line', 'echo\r', 'echo\r'],
  ['an empty line at the start', '\r\necho\r\n', '\necho\n'],
])('%s', (_what, script, expected) => {
  expect(withUnixLines(script)).toBe(expected);
});

test('only files that are scripts are changed', () => {
  const contentOf = (path: string, text: string) =>
    Buffer.from(withUnixScript({ path, content: Buffer.from(text, 'latin1') }).content).toString('latin1');
  expect(contentOf('lib.sh', 'a=\xe9\r\n')).toBe('a=\xe9\n');
  expect(contentOf('tool', '#!/usr/bin/env python3\r\nx\r\n')).toBe('#!/usr/bin/env python3\nx\n');
  expect(contentOf('data.csv', 'a,b\r\n')).toBe('a,b\r\n');
});
