import { EditorState, type Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { snippetsOf } from '../../../src-renderer/ui/code-editor/completion/snippets.ts';

/** Inserts a snippet into an empty document. */
export function inserted(language: string, label: string): string {
  const found = snippetsOf(language).find((one) => one.label === label);
  if (typeof found?.apply !== 'function') throw new Error(`no snippet ${label}`);
  let state = EditorState.create();
  const dispatch = (transaction: Transaction) => {
    state = transaction.state;
  };
  found.apply({ state, dispatch } as unknown as EditorView, found, 0, 0);
  return state.doc.toString();
}
