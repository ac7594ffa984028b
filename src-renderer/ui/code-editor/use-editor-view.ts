import { codeFolding, foldGutter, foldKeymap } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { crosshairCursor, EditorView, keymap, rectangularSelection } from '@codemirror/view';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { completion } from './completion/completion.ts';
import { variableNames } from './completion/variable-names.ts';
import { indentOfDocument } from './detect-indent.ts';
import { editorBasics } from './editor-basics.ts';
import { type EditorHandlers, handlers, replaceText } from './editor-handlers.ts';
import { formatting } from './formatting.ts';
import { keepState, startingState } from './kept-state.ts';
import { loadLanguage } from './load-language.ts';
import { createStatusSource, type StatusSource } from './status-source.ts';
import { showSyntaxErrors } from './syntax/syntax-check.ts';

const isMac = /mac/i.test(navigator.platform);

interface EditorOptions extends EditorHandlers {
  label: string;
  hintId: string;
  language: string;
  value: string;
  readOnly?: boolean;
  autoFocus?: boolean;
  /** Names of environment variables to complete. */
  variables?: readonly string[] | undefined;
  wraps: boolean;
  /** Name of the kept state; fixed. */
  keptAs?: string;
}

/** Makes an editor in the container and keeps it in step with the options. Label and `readOnly` do not change. */
export function useEditorView(options: EditorOptions): {
  container: RefObject<HTMLDivElement | null>;
  status: StatusSource;
} {
  const { language, value, variables, wraps, readOnly = false } = options;
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef(options);
  latest.current = options;
  const [grammar] = useState(() => new Compartment());
  const [wrapping] = useState(() => new Compartment());
  const [names] = useState(() => new Compartment());
  const [checks] = useState(() => new Compartment());
  const [status] = useState(createStatusSource);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is made once; the effects below keep it in step
  useEffect(() => {
    if (!container.current) return;
    const extensions = [
      fixedExtensions(latest),
      status.extension,
      [grammar, wrapping, names, checks].map((one) => one.of([])),
    ];
    const { keptAs } = latest.current;
    const made = new EditorView({ parent: container.current, ...startingState({ keptAs, doc: value, extensions }) });
    view.current = made;
    status.publish(made.state);
    if (latest.current.autoFocus) made.focus();
    return () => {
      if (keptAs !== undefined) keepState(keptAs, made);
      made.destroy();
    };
  }, []);

  useEffect(() => {
    if (view.current) replaceText(view.current, value);
  }, [value]);

  useEffect(() => {
    let isCurrent = true;
    void loadLanguage(language).then((extension) => {
      if (isCurrent) view.current?.dispatch({ effects: grammar.reconfigure(extension) });
    });
    return () => {
      isCurrent = false;
    };
  }, [language, grammar]);

  useEffect(() => {
    if (view.current && !readOnly) showSyntaxErrors(view.current, { language, checks });
  }, [language, readOnly, checks]);

  useEffect(() => {
    view.current?.dispatch({ effects: wrapping.reconfigure(wraps ? EditorView.lineWrapping : []) });
  }, [wraps, wrapping]);

  useEffect(() => {
    view.current?.dispatch({ effects: names.reconfigure(variableNames.of(variables ?? [])) });
  }, [variables, names]);

  return { container, status };
}

function fixedExtensions(latest: { current: EditorOptions }): Extension[] {
  const { label, hintId, readOnly = false } = latest.current;
  return [
    handlers(latest),
    formatting(latest),
    editorBasics(),
    editing(),
    EditorState.readOnly.of(readOnly),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': hintId, tabindex: '0' }),
  ];
}

/** Extensions of an editor that a view of changes does not have: folding, several cursors, completion, the document's indentation. */
function editing(): Extension {
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
