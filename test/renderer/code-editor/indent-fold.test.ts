import { foldable } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { expect, it } from 'vitest';
import { indentFold } from '../../../src-renderer/ui/code-editor/indent-fold.ts';

/** Returns the text that folds below a line. */
function folded(text: string, line: number): string | undefined {
  const state = EditorState.create({ doc: text, extensions: [indentFold] });
  const { from, to } = state.doc.line(line);
  const range = foldable(state, from, to);
  return range === null ? undefined : state.sliceDoc(range.from, range.to);
}

it('folds the deeper lines below a line, with the empty ones between them', () => {
  const text = 'if a\n  b\n\n  c\n\nd\n';
  expect(folded(text, 1)).toBe('\n  b\n\n  c');
  expect(folded(text, 2)).toBeUndefined();
  expect(folded(text, 3)).toBeUndefined();
  expect(folded(text, 6)).toBeUndefined();
});

it('counts a tab as the step to its next column, and leaves out what is too long to look at', () => {
  expect(folded('  a\n\tb\n', 1)).toBe('\n\tb');
  expect(folded(`a\n${'  b\n'.repeat(5000)}`, 1)?.split('\n')).toHaveLength(2001);
});
