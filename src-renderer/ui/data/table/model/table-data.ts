import type { LineRows, RowList } from './line-rows.ts';
import { type TableLimits, tableLimits } from './table-limits.ts';

/** A table that was read from a file. A row can have fewer cells than there are columns. */
export interface TableData {
  names: string[];
  rows: RowList;
  /** Texts about what is not shown, and about faults in the file. */
  notes: string[];
}

/** Collects rows within the limits. */
export interface RowCollector {
  /** Adds a row and returns false when no further row is accepted. Cells beyond the last column are dropped. */
  add(row: string[]): boolean;
  /** Adds a text about the file; only the first few are kept. */
  note(text: string): void;
  data(names: readonly string[]): TableData;
}

const notesKept = 3;

/** Creates a collector: rows beyond the limits are dropped while the file is read. */
export function createRowCollector(limits: TableLimits = tableLimits): RowCollector {
  const rows: string[][] = [];
  const notes: string[] = [];
  let widest = 0;
  let hasMoreRows = false;
  let hasMoreColumns = false;
  const note = (text: string) => void (notes.length < notesKept && notes.push(text));
  return {
    note,
    add: (row) => {
      if (row.length > limits.columns) hasMoreColumns = true;
      const width = Math.max(widest, Math.min(row.length, limits.columns));
      if (rows.length >= limits.rows || (rows.length + 1) * width > limits.cells) {
        hasMoreRows = true;
        return false;
      }
      widest = width;
      rows.push(row.length > limits.columns ? row.slice(0, limits.columns) : row);
      return true;
    },
    data: (names) => tableOf(names, { rows, widest, hasMoreRows, hasMoreColumns }, { limits, notes }),
  };
}

/** Returns a table with a name for each column, and with notes about what is over the limits. */
export function tableOf(
  names: readonly string[],
  { rows, widest, hasMoreRows, hasMoreColumns }: LineRows,
  { limits, notes }: { limits: TableLimits; notes: readonly string[] },
): TableData {
  const kept = names.slice(0, limits.columns);
  const count = Math.max(widest, kept.length);
  const left = [
    ...(hasMoreRows ? [`Only the first ${rows.length.toLocaleString('en')} rows are shown.`] : []),
    ...(hasMoreColumns || names.length > limits.columns ? [`Only the first ${limits.columns} columns are shown.`] : []),
  ];
  return {
    names: Array.from({ length: count }, (_, index) => nameOf(kept[index], index)),
    rows,
    notes: [...notes, ...left.map((text) => `${text} Save the file to see all of it.`)].slice(0, notesKept),
  };
}

function nameOf(name: string | undefined, index: number): string {
  return name === undefined || name.trim() === '' ? `Column ${index + 1}` : name;
}
