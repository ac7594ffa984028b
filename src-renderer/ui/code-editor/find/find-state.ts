import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import type { Matches } from './find-matches.ts';
import type { FindQuery } from './find-query.ts';

export interface FindState {
  isOpen: boolean;
  showsReplace: boolean;
  query: FindQuery;
  replacement: string;
  outcome: 'empty' | 'searching' | 'found' | 'invalid' | 'too-slow';
  /** They move with changes of the document until it is searched again. */
  matches: DecorationSet;
  isCut: boolean;
}

const closed: FindState = {
  isOpen: false,
  showsReplace: false,
  query: { text: '', isRegexp: false, matchesCase: false, isWholeWord: false },
  replacement: '',
  outcome: 'empty',
  matches: Decoration.none,
  isCut: false,
};

/** Sets parts of the find bar's state. */
export const changeFind = StateEffect.define<Partial<FindState>>();

/** The state of the find bar of an editor. */
export const findField = StateField.define<FindState>({
  create: () => closed,
  update(before, { changes, docChanged, effects }) {
    let state = before;
    if (docChanged && state.matches.size > 0) state = { ...state, matches: state.matches.map(changes) };
    for (const effect of effects) if (effect.is(changeFind)) state = { ...state, ...effect.value };
    return state;
  },
});

/** Marks the matches while the bar is open, and the one that is selected. */
export const matchMarks = [
  EditorView.decorations.compute([findField], (state) => {
    const { isOpen, matches } = state.field(findField);
    return isOpen ? matches : Decoration.none;
  }),
  EditorView.decorations.compute([findField, 'selection'], (state) => {
    const { isOpen, matches } = state.field(findField);
    const { from, to } = state.selection.main;
    if (!isOpen || !isMatch(matches, from, to)) return Decoration.none;
    return Decoration.set(selectedMark.range(from, to));
  }),
];

const mark = Decoration.mark({ class: 'cm-searchMatch' });
const selectedMark = Decoration.mark({ class: 'cm-searchMatch-selected' });

export function marksOf({ ranges }: Matches): DecorationSet {
  const marks = Array.from({ length: ranges.length / 2 }, (_, index) =>
    mark.range(ranges[index * 2] ?? 0, ranges[index * 2 + 1] ?? 0),
  );
  return Decoration.set(marks);
}

export function isMatch(matches: DecorationSet, from: number, to: number): boolean {
  let isFound = false;
  if (from < to)
    matches.between(from, to, (start, end) => {
      isFound ||= start === from && end === to;
    });
  return isFound;
}
