import {
  acceptCompletion,
  autocompletion,
  completeAnyWord,
  completeFromList,
  completionStatus,
  ifNotIn,
  moveCompletionSelection,
  selectedCompletionIndex,
} from '@codemirror/autocomplete';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import { snippetsOf } from './snippets.ts';
import { completeVariables } from './variable-names.ts';

/** No snippet begins in a string or a comment. Names of the grammars of Python and JavaScript. */
const plainText = [
  'String',
  'FormatString',
  'TemplateString',
  'Comment',
  'LineComment',
  'BlockComment',
  'PropertyName',
];

/**
 * The list of completions: it opens while you type, or with Ctrl+Space. Nothing is selected at first, so Enter inserts a line
 * until the arrow keys have selected an entry. Tab inserts the selected entry or the first one.
 */
export function completion(): Extension {
  return [
    autocompletion({ selectOnOpen: false, icons: false, maxRenderedOptions: 50, filterStrict: true }),
    Prec.highest(keymap.of([{ key: 'Tab', run: acceptFirst }])),
  ];
}

/** The sources of a language, in addition to those of its grammar; words of the document where the grammar has none. */
export function completionsOf(language: string, { fromDocument }: { fromDocument: boolean }): Extension {
  const sources = [
    completeVariables(language),
    ifNotIn(plainText, completeFromList(snippetsOf(language))),
    ...(fromDocument ? [completeAnyWord] : []),
  ];
  const data = sources.map((autocomplete) => ({ autocomplete }));
  return EditorState.languageData.of(() => data);
}

function acceptFirst(view: EditorView): boolean {
  if (completionStatus(view.state) !== 'active') return false;
  if (selectedCompletionIndex(view.state) === null) moveCompletionSelection(true)(view);
  return acceptCompletion(view);
}
