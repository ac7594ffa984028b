import { visibleLine } from '../../src-shared/formats/visible-text.ts';

/** Formats rows under headings, in columns two spaces apart, with one line for each row. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows.map((row) => row.map(visibleLine))];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  return all.map((row) => `${row.map((cell, column) => pad(cell, widths, column)).join('  ')}\n`).join('');
}

function pad(cell: string, widths: readonly number[], column: number): string {
  return column === widths.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
}
