import { linter, lintGutter, setDiagnostics } from '@codemirror/lint';
import { type Compartment, type Extension, Prec } from '@codemirror/state';
import { EditorView, type PluginValue, ViewPlugin } from '@codemirror/view';
import { problemKeys } from './problem-keys.ts';
import { shownProblems } from './shown-problems.ts';
import { maxCheckedUnits } from './syntax-problem.ts';
import { createSyntaxWorker } from './syntax-worker.ts';

/** Replaces the pictures of the package, which the page's policy forbids, by text and colours of the interface. */
const syntaxTheme = EditorView.theme({
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger) 1px',
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-active': { backgroundColor: 'var(--danger-soft)' },
  '.cm-gutter-lint': { width: '0.875rem' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker-error': {
    alignItems: 'center',
    color: 'var(--danger)',
    content: 'normal',
    cursor: 'help',
    display: 'flex',
    fontSize: '0.5rem',
    height: '100%',
    justifyContent: 'center',
    width: '100%',
  },
  '.cm-lint-marker-error::after': { content: '"●"' },
  '.cm-tooltip .cm-diagnostic': {
    borderLeft: '3px solid var(--danger)',
    fontFamily: 'var(--font-sans, sans-serif)',
    fontSize: '0.8125rem',
    margin: '0',
    maxWidth: '32rem',
    padding: '0.375rem 0.625rem',
    whiteSpace: 'pre-wrap',
  },
});

/** Pause after the last change before the code is checked: no word is marked while it is typed. */
const pauseMs = 900;

const checked: readonly string[] = ['python', 'javascript', 'typescript'];

/** Marks the syntax errors of an editor in another language, and no longer those of the language before it. */
export function showSyntaxErrors(view: EditorView, to: { language: string; checks: Compartment }): void {
  view.dispatch(setDiagnostics(view.state, []));
  view.dispatch({ effects: to.checks.reconfigure(syntaxCheck(to.language)) });
}

/** Marks syntax errors after a pause, in the languages that can be checked. */
function syntaxCheck(language: string): Extension {
  if (!checked.includes(language)) return [];
  const worker = ViewPlugin.define(() => new OwnWorker(language));
  const source = async (view: EditorView) => {
    const { doc } = view.state;
    if (doc.length > maxCheckedUnits) return [];
    const problems = await view.plugin(worker)?.check(doc.toString());
    // The linter drops results of a document that was changed.
    if (problems === undefined || view.state.doc !== doc) return [];
    return shownProblems(view.state, problems).map((problem) => ({ ...problem, severity: 'error' as const }));
  };
  return [worker, linter(source, { delay: pauseMs }), lintGutter(), problemKeys(), Prec.high(syntaxTheme)];
}

class OwnWorker implements PluginValue {
  private readonly worker: ReturnType<typeof createSyntaxWorker>;
  private readonly language: string;

  constructor(language: string) {
    this.language = language;
    this.worker = createSyntaxWorker(language);
  }

  /** A parser that cannot be loaded marks nothing. */
  check(code: string) {
    return this.worker.check({ code, language: this.language }).catch(() => undefined);
  }

  destroy(): void {
    this.worker.stop();
  }
}
