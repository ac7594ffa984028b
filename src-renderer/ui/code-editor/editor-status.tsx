import { indentUnit } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { useSyncExternalStore } from 'react';
import { classes } from '../classes.ts';
import { isFormatting } from './formatting.ts';
import type { StatusSource } from './status-source.ts';
import { problemCount } from './syntax/problem-keys.ts';

interface EditorStatusProps {
  source: StatusSource;
  wraps: boolean;
  onWraps(wraps: boolean): void;
  /** Moves the cursor to the next syntax error. */
  onProblem(): void;
  /** Formats the code; absent if there is no formatter. */
  onFormat?: () => void;
}

/** The line below the code: the position, the selection, the indentation, and whether long lines wrap. */
export function EditorStatus({ source, wraps, onWraps, onProblem, onFormat }: EditorStatusProps) {
  const state = useSyncExternalStore(source.subscribe, source.read);
  const problems = state ? problemCount(state) : 0;
  return (
    <div className="flex h-6 shrink-0 items-center gap-4 overflow-hidden border-t border-line bg-surface px-3 text-xs whitespace-nowrap text-muted">
      <span>{state && positionText(state)}</span>
      <span>{state && selectionText(state)}</span>
      {problems > 0 && (
        <button
          type="button"
          title="Go to the next syntax error (F8)"
          onClick={onProblem}
          className="h-6 px-1 font-medium text-danger -outline-offset-2!"
        >
          {problems === 1 ? '1 syntax error' : `${problems} syntax errors`}
        </button>
      )}
      <span className="ml-auto">{state && indentText(state)}</span>
      {onFormat && (
        <button
          type="button"
          title="Format the code (Shift+Alt+F)"
          onClick={onFormat}
          className="h-6 px-1 -outline-offset-2! hover:text-ink"
        >
          {state && isFormatting(state) ? 'Formatting …' : 'Format'}
        </button>
      )}
      <button
        type="button"
        aria-pressed={wraps}
        title="Wrap long lines (Alt+Z)"
        onClick={() => onWraps(!wraps)}
        className={classes('h-6 px-1 -outline-offset-2! hover:text-ink', wraps && 'font-medium text-accent')}
      >
        Wrap
      </button>
    </div>
  );
}

function positionText({ doc, selection }: EditorState): string {
  const line = doc.lineAt(selection.main.head);
  return `Ln ${line.number}, Col ${selection.main.head - line.from + 1}`;
}

function selectionText({ selection }: EditorState): string {
  const selected = selection.ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const cursors = selection.ranges.length > 1 ? [`${selection.ranges.length} cursors`] : [];
  return [...cursors, ...(selected > 0 ? [`${selected.toLocaleString('en')} selected`] : [])].join(', ');
}

function indentText(state: EditorState): string {
  const unit = state.facet(indentUnit);
  return unit === '\t' ? 'Tabs' : `Spaces: ${unit.length}`;
}
