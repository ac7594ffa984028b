import { indentUnit } from '@codemirror/language';
import { EditorState, type Extension, Facet, type Text } from '@codemirror/state';

/** Lines that are looked at. */
const maxLines = 300;
const widths = [2, 4, 8];

/** The indentation of code that has none yet. */
export const defaultIndent = Facet.define<string, string>({ combine: ([first = '    ']) => first });

/** Indents by tabs or by as many spaces as the document does. */
export function indentOfDocument(): Extension {
  return [
    EditorState.tabSize.of(4),
    indentUnit.compute(['doc', defaultIndent], (state) => detectIndent(state.doc) ?? state.facet(defaultIndent)),
  ];
}

/** Returns a tab or 2, 4 or 8 spaces: the most frequent step between lines. Undefined if no line is indented. */
export function detectIndent(doc: Text): string | undefined {
  const counts = new Map<string, number>();
  let before = 0;
  for (let number = 1; number <= Math.min(doc.lines, maxLines); number++) {
    const { text } = doc.line(number);
    const spaces = leadingSpaces(text);
    // Empty lines and the stars of comments are no steps.
    if (spaces === text.length || text[spaces] === '*') continue;
    if (text.startsWith('\t')) count(counts, '\t');
    else {
      if (widths.includes(spaces - before)) count(counts, ' '.repeat(spaces - before));
      before = spaces;
    }
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best?.[0];
}

function leadingSpaces(text: string): number {
  let spaces = 0;
  while (text[spaces] === ' ') spaces += 1;
  return spaces;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
