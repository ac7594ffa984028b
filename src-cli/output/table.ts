/** Rows under headings, in columns two spaces apart; for people, who get no JSON. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) => `${row.map((cell, column) => pad(cell, widths, column)).join('  ')}\n`).join('');
}

function pad(cell: string, widths: readonly number[], column: number): string {
  return column === widths.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
}

/** Text of others on a terminal: control characters would move the cursor or worse. */
export function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, '·');
}

/** The same for text of several lines: their ends and tabs stay. */
export function printableLines(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '·');
}
