import { useId } from 'react';
import { useRememberedOpen } from '../split/use-remembered.ts';
import { EditorStatus } from './editor-status.tsx';
import { formatEditorIn } from './formatting.ts';
import { goToProblemIn } from './syntax/problem-keys.ts';
import { useEditorView } from './use-editor-view.ts';

export interface CodeEditorProps {
  label: string;
  language: string;
  value: string;
  onValue?: (value: string) => void;
  /** Ctrl+Enter, or Cmd+Enter on a Mac. Without it, the editor says that nothing runs. */
  onSubmit?: () => void;
  /** Returns the formatted code; undefined, with a message, if it cannot be formatted. Without it, nothing formats. */
  format?: ((code: string) => Promise<string | undefined>) | undefined;
  readOnly?: boolean;
  autoFocus?: boolean;
  /** Name under which the session keeps undo steps, cursor and scroll position while the editor is not shown. */
  keptAs?: string;
  /** Names of environment variables to complete, such as those of secrets. */
  variables?: readonly string[] | undefined;
}

/** CodeMirror, synchronized with its properties. */
export function MountedEditor(props: CodeEditorProps) {
  const hintId = useId();
  const [wraps, setWraps] = useRememberedOpen('editor-wrap', false);
  const { container, status } = useEditorView({ ...props, hintId, wraps, onWraps: setWraps });
  const format = () => void formatEditorIn(container.current);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <p id={hintId} className="sr-only">
        Tab indents. Escape and then Tab leaves the editor.
      </p>
      <div ref={container} className="min-h-0 flex-1 overflow-hidden" />
      <EditorStatus
        source={status}
        wraps={wraps}
        onWraps={setWraps}
        onProblem={() => goToProblemIn(container.current)}
        {...(props.format && !props.readOnly && { onFormat: format })}
      />
    </div>
  );
}
