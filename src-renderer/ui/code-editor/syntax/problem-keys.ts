import { diagnosticCount, forEachDiagnostic } from '@codemirror/lint';
import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { EditorView, keymap, showTooltip, type Tooltip } from '@codemirror/view';

interface Problem {
  from: number;
  to: number;
  message: string;
}

const showProblem = StateEffect.define<Problem | undefined>();

/** The tooltip of the problem that a key went to; it closes when the cursor moves, the code changes, or with Escape. */
const shownProblem = StateField.define<Tooltip | null>({
  create: () => null,
  update(before, { effects, docChanged, selection }) {
    const shown = effects.find((effect) => effect.is(showProblem));
    if (shown) return shown.value === undefined ? null : tooltipOf(shown.value);
    return docChanged || selection ? null : before;
  },
  provide: (field) => showTooltip.from(field),
});

/** F8 and Shift+F8: go to the next and the previous syntax error, show its message, and have it read aloud. */
export function problemKeys(): Extension {
  return [
    shownProblem,
    Prec.high(
      keymap.of([
        // Without a problem, F8 moves the focus to the messages in the corner.
        { key: 'F8', run: (view) => goToProblem(view), shift: (view) => goToProblem(view, -1), stopPropagation: true },
        { key: 'Escape', run: closeTooltip },
      ]),
    ),
  ];
}

/** Moves the cursor to the next problem in a direction, from the last to the first. Returns false if there is none. */
export function goToProblem(view: EditorView, direction: 1 | -1 = 1): boolean {
  const problems = problemsIn(view.state);
  const { from: cursor } = view.state.selection.main;
  const isShown = view.state.field(shownProblem, false) !== null;
  const next =
    direction === 1
      ? (problems.find(({ from }) => from > cursor || (from === cursor && !isShown)) ?? problems[0])
      : (problems.findLast(({ from }) => from < cursor) ?? problems.at(-1));
  if (next === undefined) return false;
  const line = view.state.doc.lineAt(next.from).number;
  view.dispatch({
    selection: { anchor: next.from },
    effects: [
      showProblem.of(next),
      EditorView.scrollIntoView(next.from, { y: 'nearest', yMargin: 40 }),
      EditorView.announce.of(`Syntax error on line ${line}: ${next.message}`),
    ],
  });
  view.focus();
  return true;
}

/** Moves the cursor to the next problem of the editor in an element. */
export function goToProblemIn(element: HTMLElement | null): void {
  const content = element?.querySelector<HTMLElement>('.cm-content');
  const view = content ? EditorView.findFromDOM(content) : null;
  if (view) goToProblem(view);
}

/** Number of syntax errors that are marked. */
export const problemCount = (state: EditorState): number => diagnosticCount(state);

function problemsIn(state: EditorState): Problem[] {
  const problems: Problem[] = [];
  forEachDiagnostic(state, ({ message }, from, to) => problems.push({ from, to, message }));
  return problems.sort((one, other) => one.from - other.from);
}

function closeTooltip(view: EditorView): boolean {
  if (view.state.field(shownProblem, false) === null) return false;
  view.dispatch({ effects: showProblem.of(undefined) });
  return true;
}

function tooltipOf({ from, message }: Problem): Tooltip {
  return {
    pos: from,
    above: false,
    create: () => {
      const dom = document.createElement('div');
      const text = dom.appendChild(document.createElement('div'));
      text.className = 'cm-diagnostic cm-diagnostic-error';
      text.textContent = message;
      return { dom };
    },
  };
}
