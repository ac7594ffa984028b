import { historyField } from '@codemirror/commands';
import { EditorState, type Extension, type StateEffect } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { defineSessionStore, hasSessionScope } from '../../client/session/session-scope.ts';

/** Maximum number of kept states; the oldest is dropped. */
const limit = 40;
const fields = { history: historyField };

interface Kept {
  text: string;
  state: unknown;
  scroll: StateEffect<unknown>;
}

/** State from which editors that are not shown continue where they were. It holds code, so it ends with the session. */
const useKept = defineSessionStore<{ byName: ReadonlyMap<string, Kept> }>(() => ({ byName: new Map() }));

/** Keeps undo steps, selection and scroll position of an editor under a name. */
export function keepState(name: string, view: EditorView): void {
  // The editor is also removed because the session ended.
  if (!hasSessionScope()) return;
  const kept = { text: view.state.doc.toString(), state: view.state.toJSON(fields), scroll: view.scrollSnapshot() };
  const others = [...useKept.getState().byName].filter(([other]) => other !== name).slice(1 - limit);
  useKept.setState({ byName: new Map([...others, [name, kept]]) });
}

interface Starting {
  keptAs: string | undefined;
  doc: string;
  extensions: Extension[];
}

/** Returns the kept state of an editor if its text is still the same, else a new one. */
export function startingState({ keptAs, doc, extensions }: Starting): {
  state: EditorState;
  scrollTo?: StateEffect<unknown>;
} {
  const kept = keptAs === undefined ? undefined : useKept.getState().byName.get(keptAs);
  if (kept?.text !== doc) return { state: EditorState.create({ doc, extensions }) };
  return { state: EditorState.fromJSON(kept.state, { extensions }, fields), scrollTo: kept.scroll };
}
