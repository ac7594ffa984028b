/**
 * Removes the indentation that all lines of a selection share, so that a part of a Python function runs. Lines that are
 * empty or have only spaces do not count.
 */
export function withoutSharedIndent(code: string): string {
  const lines = code.split('\n');
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, line.length - line.trimStart().length));
  const shared = indents.reduce(sharedStart, indents[0] ?? '');
  return lines.map((line) => (line.startsWith(shared) ? line.slice(shared.length) : line.trimStart())).join('\n');
}

function sharedStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}
