import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, keymap, type Panel, showPanel } from '@codemirror/view';
import { createRoot } from 'react-dom/client';
import { FindBar } from './find-bar.tsx';
import { closeFind, findNext, openFind } from './find-commands.ts';
import { maxMatches } from './find-matches.ts';
import { findField, matchMarks } from './find-state.ts';
import { documentSearch } from './search-document.ts';

const texts = {
  empty: '',
  searching: '',
  invalid: 'Not a valid expression',
  'too-slow': 'Takes too long: use a simpler expression',
};

/** The find bar of an editor with its keys: Ctrl+F, Ctrl+H, F3 and Escape. */
export function findPanel(): Extension {
  return [
    findField,
    matchMarks,
    documentSearch,
    showPanel.compute([findField], (state) => (state.field(findField).isOpen ? createPanel : null)),
    keymap.of([
      { key: 'Mod-f', run: (view) => openFind(view), stopPropagation: true },
      { linux: 'Ctrl-h', win: 'Ctrl-h', run: (view) => openFind(view, true) },
      { key: 'Mod-Alt-f', run: (view) => openFind(view, true) },
      { key: 'F3', run: (view) => findNext(view), shift: (view) => findNext(view, -1) },
      { mac: 'Cmd-g', run: (view) => findNext(view), shift: (view) => findNext(view, -1) },
      { key: 'Escape', run: closeFind },
    ]),
  ];
}

function createPanel(view: EditorView): Panel {
  const dom = document.createElement('div');
  const root = createRoot(dom);
  const render = (state: EditorState) =>
    root.render(
      <FindBar view={view} find={state.field(findField)} count={matchCount(state)} isReadOnly={state.readOnly} />,
    );
  return {
    dom,
    top: true,
    mount: () => render(view.state),
    update: ({ state, startState, selectionSet }) => {
      if (selectionSet || state.field(findField) !== startState.field(findField)) render(state);
    },
    // React does not unmount a root while it renders another one.
    destroy: () => queueMicrotask(() => root.unmount()),
  };
}

/** Returns the text next to the find field, such as "3 of 27". */
function matchCount(state: EditorState): string {
  const { outcome, matches, isCut } = state.field(findField);
  if (outcome !== 'found') return texts[outcome];
  if (matches.size === 0) return 'No matches';
  const total = isCut ? `${maxMatches.toLocaleString('en')}+` : matches.size.toLocaleString('en');
  const { from, to } = state.selection.main;
  let number = 0;
  for (const match = matches.iter(); match.value !== null && match.from <= from; match.next()) {
    number += 1;
    if (match.from === from && match.to === to) return `${number.toLocaleString('en')} of ${total}`;
  }
  return matches.size === 1 ? '1 match' : `${total} matches`;
}
