import { linter, lintGutter, setDiagnostics } from '@codemirror/lint';
import { type Compartment, type Extension, Prec } from '@codemirror/state';
import { type EditorView, type PluginValue, ViewPlugin } from '@codemirror/view';
import { problemKeys } from './problem-keys.ts';
import { shownProblems } from './shown-problems.ts';
import { maxCheckedUnits } from './syntax-problem.ts';
import { syntaxTheme } from './syntax-theme.ts';
import { createSyntaxWorker } from './syntax-worker.ts';

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
