import { visibleLine } from '../../src-shared/formats/visible-text.ts';

export interface Table {
  headings: readonly string[];
  rows: readonly (readonly string[])[];
  /** Message for a table without rows. */
  empty: string;
}

/** Columns are cut to this width, if the table does not fit. */
const leastWidth = 12;

/** Formats rows under headings, in columns two spaces apart, with one line for each row. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [headings, ...rows.map((row) => row.map(visibleLine))];
  return linesOf(all, widthsOf(all));
}

/**
 * Formats a table for a terminal of `columns`: the widest columns are cut with an ellipsis until it fits. The first column stays
 * whole, because other commands take it as their argument.
 */
export function fitTable({ headings, rows }: Pick<Table, 'headings' | 'rows'>, columns: number): string {
  const all = [headings, ...rows.map((row) => row.map(visibleLine))];
  const widths = widthsOf(all);
  let excess = widths.reduce((sum, width) => sum + width + 2, -2) - columns;
  while (excess > 0) {
    const widest = widths.reduce(
      (best, width, column) => (column > 0 && width > (widths[best] ?? 0) ? column : best),
      1,
    );
    const width = widths[widest] ?? 0;
    if (width <= leastWidth) break;
    // Cut to the next widest column at most, so that one long column does not take all from the others.
    const next = Math.max(leastWidth, ...widths.filter((_, column) => column > 0 && column !== widest));
    const cut = Math.max(1, Math.min(excess, width - next));
    widths[widest] = width - cut;
    excess -= cut;
  }
  return linesOf(
    all.map((row) => row.map((cell, column) => (column === 0 ? cell : shortened(cell, widths[column] ?? 0)))),
    widths,
  );
}

function widthsOf(rows: readonly (readonly string[])[]): number[] {
  return (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
}

function linesOf(rows: readonly (readonly string[])[], widths: readonly number[]): string {
  return rows.map((row) => `${row.map((cell, column) => pad(cell, widths, column)).join('  ')}\n`).join('');
}

function pad(cell: string, widths: readonly number[], column: number): string {
  return column === widths.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
}

/** Cuts a text to a number of characters, with an ellipsis. */
export function shortened(cell: string, width: number): string {
  return cell.length <= width ? cell : `${cell.slice(0, Math.max(0, width - 1)).toWellFormed()}…`;
}
