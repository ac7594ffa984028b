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
import { hiddenCharacter } from '../../../src-shared/formats/visible-text.ts';
import { contentNonce } from '../page/content-nonce.ts';
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
    // Code must not read otherwise than it runs: what is shown elsewhere is shown here.
    highlightSpecialChars({ addSpecialChars: hiddenCharacter }),
    search({ top: true }),
    keymap.of([...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, indentWithTab, ...defaultKeymap]),
    editorTheme,
  ];
}
