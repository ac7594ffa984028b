import { foldService } from '@codemirror/language';
import type { EditorState, Line } from '@codemirror/state';

/** Longer blocks cannot be folded: each shown line is asked. */
const maxLines = 2000;

/** Folds the lines below a line that are indented deeper, for grammars without a syntax tree. */
export const indentFold = foldService.of((state, start) => {
  const first = state.doc.lineAt(start);
  const depth = indentOf(first, state.tabSize);
  if (depth === undefined) return null;
  const last = lastDeeper(state, first, depth);
  return last === undefined ? null : { from: first.to, to: last.to };
});

function lastDeeper(state: EditorState, first: Line, depth: number): Line | undefined {
  const { doc, tabSize } = state;
  let last: Line | undefined;
  for (let number = first.number + 1; number <= Math.min(doc.lines, first.number + maxLines); number++) {
    const line = doc.line(number);
    const indent = indentOf(line, tabSize);
    if (indent === undefined) continue;
    if (indent <= depth) return last;
    last = line;
  }
  return last;
}

/** Returns the column of the first character that is no space; undefined of an empty line. */
function indentOf({ text }: Line, tabSize: number): number | undefined {
  let column = 0;
  for (const character of text) {
    if (character === ' ') column += 1;
    else if (character === '\t') column += tabSize - (column % tabSize);
    else return column;
  }
  return undefined;
}
