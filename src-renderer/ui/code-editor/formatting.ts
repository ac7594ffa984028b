import { isolateHistory } from '@codemirror/commands';
import { EditorState, type Extension, Facet, StateEffect, StateField } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { showToast } from '../overlays/toasts.ts';
import type { EditorHandlers } from './editor-handlers.ts';

const setFormatting = StateEffect.define<boolean>();
const isFormattingField = StateField.define<boolean>({
  create: () => false,
  update: (before, { effects }) => effects.find((effect) => effect.is(setFormatting))?.value ?? before,
});
/** Starts the formatter of an editor; returns false if it has none. */
const command = Facet.define<(view: EditorView) => boolean>();

/** Returns true while the code of an editor is being formatted. */
export const isFormatting = (state: EditorState): boolean => state.field(isFormattingField, false) ?? false;

/** Formats the code by Shift+Alt+F, if the editor has a formatter. */
export function formatting(latest: { current: EditorHandlers }): Extension {
  const run = (view: EditorView) => {
    const { format } = latest.current;
    if (format === undefined || view.state.facet(EditorState.readOnly)) return false;
    void formatView(view, format);
    return true;
  };
  return [isFormattingField, command.of(run), keymap.of([{ key: 'Shift-Alt-f', preventDefault: true, run }])];
}

/** Formats the code of the editor that is shown, and says so if there is none. */
export function formatShownEditor(): void {
  const editors = [...document.querySelectorAll<HTMLElement>('.cm-editor')];
  const isDone = editors.some((editor) => editor.checkVisibility() && formatEditorIn(editor));
  if (!isDone) showToast('No code that can be formatted is shown.', 'note');
}

/** Formats the code of the editor in an element. Returns false if it has none with a formatter. */
export function formatEditorIn(element: HTMLElement | null): boolean {
  const content = element?.querySelector<HTMLElement>('.cm-content');
  const view = content ? EditorView.findFromDOM(content) : null;
  if (!view?.state.facet(command).some((run) => run(view))) return false;
  view.focus();
  return true;
}

/**
 * Replaces the code by the formatted code in one undo step. The cursor stays at its place in the code. Code that was
 * changed while the formatter worked is left as it is.
 */
async function formatView(view: EditorView, format: NonNullable<EditorHandlers['format']>): Promise<void> {
  if (isFormatting(view.state)) return;
  const { doc } = view.state;
  view.dispatch({ effects: setFormatting.of(true) });
  const [text, { diff }] = await Promise.all([format(doc.toString()), import('@codemirror/merge')]);
  // The view can be removed, or show another document.
  if (!view.dom.isConnected) return;
  view.dispatch({ effects: setFormatting.of(false) });
  if (text === undefined) return;
  if (view.state.doc !== doc) return showToast('The code changed during formatting, so it was not formatted.', 'note');
  const before = doc.toString();
  const changes = diff(before, text, { scanLimit: 500, timeout: 200 }).map(({ fromA, toA, fromB, toB }) => ({
    ...{ from: fromA, to: toA, insert: text.slice(fromB, toB) },
  }));
  if (changes.length === 0) return showToast('The code is formatted already.', 'note');
  view.dispatch({ changes, scrollIntoView: true, userEvent: 'format', annotations: isolateHistory.of('full') });
}
