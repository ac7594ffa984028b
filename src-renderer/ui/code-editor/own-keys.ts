import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { modifier } from '../controls/kbd.tsx';
import { showToast } from '../overlays/toasts.ts';

/** Keys of the interface that CodeMirror, or the browser in an editable element, has a command for. */
const otherKeys = ['Mod-b', 'Mod-Shift-b', 'Mod-k', 'Mod-l', ...Array.from('123456789', (digit) => `Alt-${digit}`)];

/**
 * Keeps the keys of the interface from the editor's own commands, such as "Insert a line" for Ctrl+Enter. A screen with a run
 * action handles Ctrl+Enter first, so an editor that gets it shows code that is only read or compared.
 */
export function ownKeys(): Extension {
  const sayWhyNothingRuns = () => {
    showToast(`${modifier}+Enter runs nothing here: this code is only shown.`, 'note');
    return true;
  };
  return keymap.of([
    { key: 'Mod-Enter', run: sayWhyNothingRuns },
    ...otherKeys.map((key) => ({ key, run: () => true })),
  ]);
}
