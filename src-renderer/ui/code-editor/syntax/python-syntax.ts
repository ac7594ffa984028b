import { type Diagnostic, PositionEncoding, Workspace } from '@astral-sh/ruff-wasm-web';
import { maxProblems, type SyntaxProblem } from './syntax-problem.ts';

/** No rule of style: only syntax. The newest version, so that nothing is marked that a sandbox can run. */
const options = { 'target-version': 'py314', lint: { select: [] } };

const atEnd = /EOF|end of file/;

/** Returns a check of Python by Ruff's parser, whose module has been initialized. */
export function createPythonCheck(): (code: string) => SyntaxProblem[] {
  const workspace = new Workspace(options, PositionEncoding.Utf16);
  return (code) => {
    const found: readonly Diagnostic[] = workspace.check(code);
    const starts = lineStarts(code);
    const errors = found.filter(({ code: rule }) => rule === null || rule === 'invalid-syntax');
    return withoutConsequences(errors)
      .slice(0, maxProblems)
      .map((error) => problemOf(code, error, starts));
  };
}

/** An error makes others on its line, on the next one and at the end; only the first of them is shown. */
function withoutConsequences(errors: readonly Diagnostic[]): Diagnostic[] {
  const kept: Diagnostic[] = [];
  let lastRow = -1;
  for (const error of errors) {
    const { row } = error.start_location;
    const isEnd = atEnd.test(error.message);
    if (row > lastRow + 1 || isEnd) kept.push(error);
    lastRow = row;
  }
  return kept;
}

function problemOf(code: string, error: Diagnostic, starts: readonly number[]): SyntaxProblem {
  const offsetOf = ({ row, column }: { row: number; column: number }) =>
    Math.min((starts[row - 1] ?? code.length) + column - 1, code.length);
  const from = offsetOf(error.start_location);
  const message = error.message.replaceAll(/`([^`]*)`/g, '“$1”');
  return {
    from,
    to: Math.max(from, offsetOf(error.end_location)),
    message: message.charAt(0).toUpperCase() + message.slice(1),
    isAtEnd: atEnd.test(message),
  };
}

/** The offset at which each line begins, with the ends of lines that Python knows. */
function lineStarts(code: string): number[] {
  return [0, ...Array.from(code.matchAll(/\r\n|\r|\n/g), ({ index, 0: end }) => index + end.length)];
}
