/** A line of a requirements file with its continuation lines. */
export interface LogicalLine {
  /** Number of its first line, from 1. */
  line: number;
  text: string;
}

/** Joins lines that end with a backslash, and removes comments and empty lines, as pip does. */
export function logicalLines(text: string): LogicalLine[] {
  const found: LogicalLine[] = [];
  const parts: string[] = [];
  let first = 1;
  for (const [index, raw] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (parts.length === 0) first = index + 1;
    const isComment = raw.trimStart().startsWith('#');
    if (!isComment && raw.endsWith('\\')) {
      parts.push(raw.slice(0, -1));
      continue;
    }
    // A comment line ends a continued line.
    if (!isComment) parts.push(raw);
    add(found, { line: first, text: parts.splice(0).join('') });
  }
  add(found, { line: first, text: parts.join('') });
  return found;
}

function add(lines: LogicalLine[], { line, text }: LogicalLine): void {
  const plain = withoutComment(text).trim();
  if (plain !== '') lines.push({ line, text: plain });
}

/** A comment begins at the start of the line or after a space. */
function withoutComment(text: string): string {
  for (let at = text.indexOf('#'); at >= 0; at = text.indexOf('#', at + 1))
    if (at === 0 || /\s/.test(text.charAt(at - 1))) return text.slice(0, at);
  return text;
}
