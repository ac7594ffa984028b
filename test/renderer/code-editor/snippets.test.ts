import { EditorState, type Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { expect, it } from 'vitest';
import { snippetsOf } from '../../../src-renderer/ui/code-editor/completion/snippets.ts';

/** Inserts a snippet into an empty document. */
function inserted(language: string, label: string): string {
  const found = snippetsOf(language).find((one) => one.label === label);
  if (typeof found?.apply !== 'function') throw new Error(`no snippet ${label}`);
  let state = EditorState.create();
  const dispatch = (transaction: Transaction) => {
    state = transaction.state;
  };
  found.apply({ state, dispatch } as unknown as EditorView, found, 0, 0);
  return state.doc.toString();
}

it('inserts fields by their names and steps of the indentation', () => {
  expect(inserted('bash', 'for')).toBe('for name in list; do\n  \ndone');
  expect(inserted('typescript', 'log')).toBe('console.log();');
  expect(inserted('perl', 'foreach')).toBe('foreach my $item (@list) {\n  \n}');
  expect(inserted('ruby', 'each')).toBe('list.each do |item|\n  \nend');
});

it('leaves no mark of a field in any snippet', () => {
  const languages = ['python', 'javascript', 'bash', 'ruby', 'perl', 'lua', 'r', 'c', 'cpp', 'java', 'go', 'rust'];
  for (const language of languages) {
    expect(snippetsOf(language).length).toBeGreaterThan(2);
    for (const { label } of snippetsOf(language)) expect(inserted(language, label)).not.toMatch(/#\{|\t/);
  }
  expect(snippetsOf('none')).toEqual([]);
});
