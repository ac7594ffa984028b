import { codeFolding, foldGutter, foldKeymap } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import { crosshairCursor, EditorView, keymap, rectangularSelection } from '@codemirror/view';
import { completion } from './completion/completion.ts';
import { indentOfDocument } from './detect-indent.ts';

const isMac = /mac/i.test(navigator.platform);

/** Extensions of an editor that a view of changes does not have: folding, several cursors, completion, the document's indentation. */
export function editing(): Extension {
  return [
    codeFolding({ placeholderDOM: foldedMark }),
    foldGutter({ openText: '⌄', closedText: '›' }),
    EditorState.allowMultipleSelections.of(true),
    // Alt and a drag selects a block.
    EditorView.clickAddsSelectionRange.of((event) => event.altKey || (isMac ? event.metaKey : event.ctrlKey)),
    rectangularSelection(),
    crosshairCursor(),
    indentOfDocument(),
    completion(),
    keymap.of(foldKeymap),
  ];
}

function foldedMark(_view: EditorView, unfold: (event: Event) => void): HTMLElement {
  const mark = document.createElement('span');
  mark.textContent = '…';
  mark.title = 'Unfold';
  mark.className = 'cm-foldPlaceholder';
  mark.onclick = unfold;
  return mark;
}
