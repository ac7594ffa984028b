import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { editorBasics } from './editor-basics.ts';
import { loadLanguage } from './load-language.ts';

export interface CodeDiffProps {
  before: string;
  after: string;
  language: string;
}

/** CodeMirror's read-only unified view of a change; it fills its container. */
export function MountedDiff({ before, after, language }: CodeDiffProps) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let view: EditorView | undefined;
    let isUnmounted = false;
    void loadLanguage(language).then((grammar) => {
      if (isUnmounted || container.current === null) return;
      const extensions = [
        editorBasics(),
        grammar,
        unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: {} }),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': 'Changes', tabindex: '0' }),
      ];
      view = new EditorView({ parent: container.current, state: EditorState.create({ doc: after, extensions }) });
    });
    return () => {
      isUnmounted = true;
      view?.destroy();
    };
  }, [before, after, language]);
  return <div ref={container} className="h-full min-h-0 overflow-hidden" />;
}
