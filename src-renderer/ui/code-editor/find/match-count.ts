import type { EditorState } from '@codemirror/state';
import { maxMatches } from './find-matches.ts';
import { findField } from './find-state.ts';

const texts = {
  empty: '',
  searching: '',
  invalid: 'Not a valid expression',
  'too-slow': 'Takes too long: use a simpler expression',
};

/** Returns the text next to the find field, such as "3 of 27". */
export function matchCount(state: EditorState): string {
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
