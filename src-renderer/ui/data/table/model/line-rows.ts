import type { TableLimits } from './table-limits.ts';

/** Rows of a table, which can be split from their line when they are read. An array of rows is one. */
export interface RowList {
  readonly length: number;
  at(index: number): readonly string[] | undefined;
}

/** The rows of a text, and the part of it that is over the limits. */
export interface LineRows {
  rows: RowList;
  /** Cells of the longest row, within the limit. */
  widest: number;
  hasMoreRows: boolean;
  hasMoreColumns: boolean;
}

interface LineFormat {
  /** Index in the text at which the first row begins. */
  from: number;
  /** One character. */
  delimiter: string;
  limits: TableLimits;
}

/**
 * Finds the rows of a text without quotation marks: each line that is not empty is one. Only the starts of the lines
 * are stored, because strings for all cells take most of the time and memory of a large table.
 */
export function findLineRows(text: string, { from, delimiter, limits }: LineFormat): LineRows {
  let starts = new Uint32Array(4096);
  let [count, widest, hasMoreRows, hasMoreColumns] = [0, 0, false, false];
  for (let start = from; start < text.length; ) {
    const end = lineEnd(text, start);
    if (end > start) {
      const cells = countCells(text, { start, end, delimiter, max: limits.columns });
      if (cells > limits.columns) hasMoreColumns = true;
      const width = Math.max(widest, Math.min(cells, limits.columns));
      if (count >= limits.rows || (count + 1) * width > limits.cells) {
        hasMoreRows = true;
        break;
      }
      widest = width;
      if (count === starts.length) starts = grown(starts);
      starts[count++] = start;
    }
    start = end + 1;
  }
  const at = (index: number) => {
    const start = index < count ? starts[index] : undefined;
    if (start === undefined) return undefined;
    return text.slice(start, lineEnd(text, start)).split(delimiter, limits.columns);
  };
  return { rows: { length: count, at }, widest, hasMoreRows, hasMoreColumns };
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 ? text.length : end;
}

interface Line {
  start: number;
  end: number;
  delimiter: string;
  /** Cells beyond this number are not counted, except for the first one. */
  max: number;
}

function countCells(text: string, { start, end, delimiter, max }: Line): number {
  const code = delimiter.charCodeAt(0);
  let cells = 1;
  for (let at = start; at < end && cells <= max; at++) if (text.charCodeAt(at) === code) cells += 1;
  return cells;
}

function grown(starts: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(starts.length * 2);
  larger.set(starts);
  return larger;
}
