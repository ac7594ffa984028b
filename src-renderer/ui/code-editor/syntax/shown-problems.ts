import { ensureSyntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxProblem } from './syntax-problem.ts';

/** Longest time on the page's thread for a syntax tree, which has usually been made already. */
const treeMs = 200;

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * Returns the problems as they are marked: each has at least one character, and a parser that came to the end of the code
 * names the bracket that was never closed instead.
 */
export function shownProblems(state: EditorState, problems: readonly SyntaxProblem[]): SyntaxProblem[] {
  const end = problems.findIndex(({ isAtEnd }) => isAtEnd);
  if (end < 0) return problems.map((problem) => visible(state, problem));
  const isQuote = problems.slice(0, end).some(({ message }) => /quote|unterminated/i.test(message));
  const open = isQuote ? undefined : unclosedBracket(state);
  if (open === undefined) return problems.slice(0, Math.max(end, 1)).map((problem) => visible(state, problem));
  const before = problems.slice(0, end).filter(({ from }) => from < open.from);
  return [...before, open].map((problem) => visible(state, problem));
}

/** Returns the innermost bracket that is open at the end of the code. */
function unclosedBracket(state: EditorState): SyntaxProblem | undefined {
  const tree = ensureSyntaxTree(state, state.doc.length, treeMs);
  const open: { sign: string; from: number }[] = [];
  tree?.iterate({
    enter: ({ name, from }) => {
      if (name in closers) open.push({ sign: name, from });
      else if (closers[open.at(-1)?.sign ?? ''] === name) open.pop();
    },
  });
  const last = open.at(-1);
  return last && { from: last.from, to: last.from + 1, message: `“${last.sign}” is never closed` };
}

/** Keeps a problem on its line; without a character there, it gets the last one before it that is no space. */
function visible(state: EditorState, problem: SyntaxProblem): SyntaxProblem {
  const { doc } = state;
  const from = Math.min(problem.from, doc.length);
  const to = Math.min(problem.to, doc.lineAt(from).to);
  if (to > from) return { ...problem, from, to };
  const before = doc.sliceString(Math.max(0, from - 10_000), from);
  const last = from - (before.length - before.trimEnd().length);
  return { ...problem, from: Math.max(0, last - 1), to: last };
}
