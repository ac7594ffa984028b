import type { EditorState, Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The newest state of an editor, for parts of the page around it. */
export interface StatusSource {
  read(): EditorState | undefined;
  subscribe(onChange: () => void): () => void;
  /** Publishes a state. */
  publish(state: EditorState): void;
  /** Publishes the state after each change of the text, the selection or a field. */
  extension: Extension;
}

export function createStatusSource(): StatusSource {
  let newest: EditorState | undefined;
  const listeners = new Set<() => void>();
  const publish = (state: EditorState) => {
    newest = state;
    for (const listener of listeners) listener();
  };
  return {
    read: () => newest,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish,
    extension: EditorView.updateListener.of(({ docChanged, selectionSet, transactions, state }) => {
      if (
        docChanged ||
        selectionSet ||
        transactions.some(({ reconfigured, effects }) => reconfigured || effects.length > 0)
      )
        publish(state);
    }),
  };
}
