import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { contentNonce } from '../content-nonce.ts';
import { editorTheme } from './editor-theme.ts';

/** What every editor has: numbers, history, brackets, search, special characters made visible, the house's colours. */
export function editorBasics(): Extension[] {
  return [
    EditorView.cspNonce.of(contentNonce()),
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    indentUnit.of('    '),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    // Bidirectional controls as well: code must not read otherwise than it runs.
    highlightSpecialChars({ addSpecialChars: /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g }),
    search({ top: true }),
    keymap.of([...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, indentWithTab, ...defaultKeymap]),
    editorTheme,
  ];
}
