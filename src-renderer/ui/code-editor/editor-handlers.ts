import { Annotation, type Extension, Prec, type Text } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

export interface EditorHandlers {
  onValue?: (value: string) => void;
  /** Ctrl+Enter, or Cmd+Enter on a Mac. */
  onSubmit?: () => void;
  /** Returns the formatted code; undefined, with a message, if it cannot be formatted. */
  format?: ((code: string) => Promise<string | undefined>) | undefined;
  wraps: boolean;
  onWraps(wraps: boolean): void;
}

/** Marks a change that comes from the properties of the editor. */
const fromOutside = Annotation.define<boolean>();

/** Connects the editor with the newest handlers. */
export function handlers(latest: { current: EditorHandlers }): Extension {
  const submit = () => {
    latest.current.onSubmit?.();
    return latest.current.onSubmit !== undefined;
  };
  const wrap = () => {
    latest.current.onWraps(!latest.current.wraps);
    return true;
  };
  return [
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run: submit },
        { key: 'Alt-z', run: wrap },
      ]),
    ),
    EditorView.updateListener.of((update) => {
      const isOwn = update.transactions.some((transaction) => transaction.annotation(fromOutside));
      if (!update.docChanged || isOwn) return;
      const text = update.state.doc.toString();
      passedOn.set(update.view, { doc: update.state.doc, text });
      latest.current.onValue?.(text);
    }),
  ];
}

/** The newest text that each editor passed to `onValue`. It returns as a property, and needs no comparison line by line. */
const passedOn = new WeakMap<EditorView, { doc: Text; text: string }>();

/** Replaces the text of the editor if it differs. */
export function replaceText(view: EditorView, value: string): void {
  const { doc } = view.state;
  const known = passedOn.get(view);
  const isKnown = known !== undefined && known.doc === doc && known.text === value;
  if (isKnown || (doc.length === value.length && doc.toString() === value)) return;
  view.dispatch({ changes: { from: 0, to: doc.length, insert: value }, annotations: fromOutside.of(true) });
}
