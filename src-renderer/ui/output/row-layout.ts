import type { OutputLog, OutputRow } from './output-log.ts';
import { columnsOf, textOfRow } from './row-text.ts';

/** A line of the view: a row, or with wrapping one part of it. */
export interface ViewLine {
  /** Index of the row among those that the log has. */
  index: number;
  /** Number of the part of the row, from 0. */
  part: number;
}

/**
 * Creates the arrangement of the rows of a log as lines of one height, so that any of them is found without measuring
 * those before it. Only rows that changed since the last update are read.
 */
export function createRowLayout() {
  const widths: number[] = [];
  /** The first line of each row, while rows are wrapped. */
  const starts: number[] = [];
  let wrapAt: number | undefined;
  let dropped = 0;
  /** Number of rows that were complete at the last update. */
  let complete = 0;
  let widest = 0;

  const partsOf = (index: number) => (wrapAt === undefined ? 1 : Math.max(1, Math.ceil((widths[index] ?? 0) / wrapAt)));
  const startOf = (index: number) => (wrapAt === undefined ? index : (starts[index] ?? 0));

  return {
    /** Reads the rows that changed. With `columns`, each row is wrapped after this many. */
    update(log: OutputLog, columns: number | undefined): void {
      if (log.dropped() !== dropped) forget(log.dropped());
      const rows = log.rows();
      for (let index = complete; index < rows.length; index++) {
        const width = widthOf(rows[index]);
        widths[index] = width;
        widest = Math.max(widest, width);
      }
      const from = columns === wrapAt ? complete : 0;
      wrapAt = columns;
      if (wrapAt !== undefined)
        for (let index = from; index < rows.length; index++)
          starts[index] = index === 0 ? 0 : startOf(index - 1) + partsOf(index - 1);
      complete = log.complete() - dropped;
    },
    /** Returns the number of lines. */
    lines: (): number => (widths.length === 0 ? 0 : startOf(widths.length - 1) + partsOf(widths.length - 1)),
    /** Returns the columns of the widest row. */
    widest: (): number => widest,
    /** Returns the line in which a column of a row is. */
    lineOf: (index: number, column = 0): number =>
      startOf(index) + (wrapAt === undefined ? 0 : Math.min(partsOf(index) - 1, Math.floor(column / wrapAt))),
    /** Returns the lines from `first` to before `end`. */
    view(first: number, end: number): ViewLine[] {
      const shown: ViewLine[] = [];
      let index = indexAt(first);
      let part = first - startOf(index);
      for (let line = first; line < end && index < widths.length; line++) {
        shown.push({ index, part });
        part += 1;
        if (part < partsOf(index)) continue;
        index += 1;
        part = 0;
      }
      return shown;
    },
    /** Returns the index of the row that a line shows. */
    indexAt,
  };

  function forget(nowDropped: number): void {
    widths.length = 0;
    starts.length = 0;
    dropped = nowDropped;
    complete = 0;
    widest = 0;
  }

  function indexAt(line: number): number {
    if (wrapAt === undefined) return Math.min(line, Math.max(0, widths.length - 1));
    let [low, high] = [0, widths.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (startOf(middle) <= line) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }
}

/** A row about missing output is not wrapped: it stays at the left edge. */
function widthOf(row: OutputRow | undefined): number {
  return row === undefined || row.missingBytes !== undefined ? 0 : columnsOf(textOfRow(row));
}
