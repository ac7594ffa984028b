import { Annotation, Compartment, EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { useEffect, useId, useRef } from 'react';
import { editorBasics } from './editor-basics.ts';
import { loadLanguage } from './load-language.ts';

export interface CodeEditorProps {
  label: string;
  language: string;
  value: string;
  onValue?: (value: string) => void;
  /** Ctrl+Enter, or Cmd+Enter on a Mac. */
  onSubmit?: () => void;
  readOnly?: boolean;
  autoFocus?: boolean;
}

const fromOutside = Annotation.define<boolean>();

/** CodeMirror, synchronized with its properties. */
export function MountedEditor(props: CodeEditorProps) {
  const { label, language, value, readOnly = false } = props;
  const hintId = useId();
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(props);
  latest.current = props;
  const grammar = useRef(new Compartment());

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is made once; the effects below keep it in step
  useEffect(() => {
    if (!container.current) return;
    const extensions = [editorBasics(), grammar.current.of([]), handlers(latest), attributes(label, hintId)];
    if (readOnly) extensions.push(EditorState.readOnly.of(true));
    const made = new EditorView({ parent: container.current, state: EditorState.create({ doc: value, extensions }) });
    view.current = made;
    if (latest.current.autoFocus) made.focus();
    return () => made.destroy();
  }, []);

  useEffect(() => {
    const current = view.current?.state.doc.toString();
    if (current === undefined || current === value) return;
    view.current?.dispatch({
      changes: { from: 0, to: current.length, insert: value },
      annotations: fromOutside.of(true),
    });
  }, [value]);

  useEffect(() => {
    let isCurrent = true;
    void loadLanguage(language).then((extension) => {
      if (isCurrent) view.current?.dispatch({ effects: grammar.current.reconfigure(extension) });
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);

  return (
    <div className="h-full min-h-0">
      <p id={hintId} className="sr-only">
        Tab indents. Escape and then Tab leaves the editor.
      </p>
      <div ref={container} className="h-full min-h-0 overflow-hidden" />
    </div>
  );
}

function handlers(latest: { current: CodeEditorProps }): Extension {
  const submit = () => {
    latest.current.onSubmit?.();
    return latest.current.onSubmit !== undefined;
  };
  return [
    Prec.highest(keymap.of([{ key: 'Mod-Enter', run: submit }])),
    EditorView.updateListener.of((update) => {
      const isOwn = update.transactions.some((transaction) => transaction.annotation(fromOutside));
      if (update.docChanged && !isOwn) latest.current.onValue?.(update.state.doc.toString());
    }),
  ];
}

function attributes(label: string, hintId: string): Extension {
  return EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': hintId, tabindex: '0' });
}
