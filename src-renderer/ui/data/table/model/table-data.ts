import { type TableLimits, tableLimits } from './table-limits.ts';

/** A table that was read from a file. A row can have fewer cells than there are columns. */
export interface TableData {
  names: string[];
  rows: string[][];
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
    data: (names) => {
      const kept = names.slice(0, limits.columns);
      const count = Math.max(widest, kept.length);
      if (hasMoreRows)
        note(`Only the first ${rows.length.toLocaleString('en')} rows are shown. Save the file to see all of it.`);
      if (hasMoreColumns || names.length > limits.columns)
        note(`Only the first ${limits.columns} columns are shown. Save the file to see all of it.`);
      return { names: Array.from({ length: count }, (_, index) => nameOf(kept[index], index)), rows, notes };
    },
  };
}

function nameOf(name: string | undefined, index: number): string {
  return name === undefined || name.trim() === '' ? `Column ${index + 1}` : name;
}
