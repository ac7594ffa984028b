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

/** Extensions of every editor: line numbers, history, brackets, search, visible special characters, colours. */
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
    // Hidden characters must be visible: code must not look different from what it does.
    highlightSpecialChars({ addSpecialChars: hiddenCharacter }),
    search({ top: true }),
    keymap.of([...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, indentWithTab, ...defaultKeymap]),
    editorTheme,
  ];
}
