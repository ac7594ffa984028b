import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { gotoLine, highlightSelectionMatches, selectNextOccurrence, selectSelectionMatches } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { hiddenCharacter } from '../../../src-shared/formats/visible-text.ts';
import { modifier } from '../controls/kbd.tsx';
import { showToast } from '../overlays/toasts.ts';
import { contentNonce } from '../page/content-nonce.ts';
import { editorTheme } from './editor-theme.ts';
import { findPanel } from './find/find-panel.tsx';

/** Keys of the interface that CodeMirror, or the browser in an editable element, has a command for. */
const otherKeys = ['Mod-b', 'Mod-Shift-b', 'Mod-k', 'Mod-l', ...Array.from('123456789', (digit) => `Alt-${digit}`)];

const selectionKeys: readonly KeyBinding[] = [
  { key: 'Mod-d', run: selectNextOccurrence, preventDefault: true },
  { key: 'Mod-Shift-l', run: selectSelectionMatches },
  { key: 'Ctrl-g', run: gotoLine },
  { key: 'Mod-Alt-g', run: gotoLine },
];

/** Extensions of every editor: line numbers, history, brackets, search, visible special characters, keys, colours. */
export function editorBasics(): Extension[] {
  return [
    EditorView.cspNonce.of(contentNonce()),
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    // Hidden characters must be visible: code must not look different from what it does.
    highlightSpecialChars({ addSpecialChars: hiddenCharacter() }),
    findPanel(),
    ownKeys(),
    EditorState.phrases.of({ go: 'Go' }),
    keymap.of([...closeBracketsKeymap, ...selectionKeys, ...historyKeymap, indentWithTab, ...defaultKeymap]),
    editorTheme,
  ];
}

/**
 * Keeps the keys of the interface from the editor's own commands, such as "Insert a line" for Ctrl+Enter. A screen with a run
 * action handles Ctrl+Enter first, so an editor that gets it shows code that is only read or compared.
 */
function ownKeys(): Extension {
  const sayWhyNothingRuns = () => {
    showToast(`${modifier}+Enter runs nothing here: this code is only shown.`, 'note');
    return true;
  };
  return keymap.of([
    { key: 'Mod-Enter', run: sayWhyNothingRuns },
    ...otherKeys.map((key) => ({ key, run: () => true })),
  ]);
}
