import { Text } from '@codemirror/state';
import { expect, it } from 'vitest';
import { detectIndent } from '../../../src-renderer/ui/code-editor/detect-indent.ts';

const indentOf = (...lines: string[]) => detectIndent(Text.of(lines));

it('finds tabs and steps of two, four or eight spaces', () => {
  expect(indentOf('a', '\tb', '\t\tc')).toBe('\t');
  expect(indentOf('a', '  b', '    c', '  d')).toBe('  ');
  expect(indentOf('a', '    b', '', '        c', 'd')).toBe('    ');
  expect(indentOf('a', '        b', 'c', '        d')).toBe('        ');
});

it('does not count the stars of comments, and the most frequent step decides', () => {
  expect(indentOf('/**', ' * a', ' */', 'f {', '    g', '}')).toBe('    ');
  expect(indentOf('a', '    b', 'c', '  d', 'e', '    f')).toBe('    ');
});

it('finds nothing without indented lines', () => {
  expect(indentOf('')).toBeUndefined();
  expect(indentOf('a', '   ', 'b')).toBeUndefined();
});
