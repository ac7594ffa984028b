/** A cell of the arranged table; row -1 is the header. */
export interface CellPosition {
  row: number;
  column: number;
}

export interface Selection {
  active: CellPosition;
  /** The opposite corner of the selected cells. */
  anchor: CellPosition;
}

export interface TableSize {
  rows: number;
  columns: number;
  /** Rows that a page key moves. */
  pageRows: number;
}

export const headerRow = -1;

interface Key {
  key: string;
  ctrlKey: boolean;
  shiftKey: boolean;
}

/** Returns the selection after a key of the grid pattern (ARIA Authoring Practices); undefined for other keys. */
export function moveSelection({ active, anchor }: Selection, event: Key, size: TableSize): Selection | undefined {
  const target = targetOf(active, event, size);
  if (target === undefined) return undefined;
  const row = clamp(target.row, { low: headerRow, high: size.rows - 1 });
  const moved = { row, column: clamp(target.column, { low: 0, high: size.columns - 1 }) };
  return { active: moved, anchor: event.shiftKey && row !== headerRow ? anchor : moved };
}

function targetOf({ row, column }: CellPosition, { key, ctrlKey }: Key, size: TableSize): CellPosition | undefined {
  const ends = { first: ctrlKey ? 0 : row, last: ctrlKey ? size.rows - 1 : row };
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageUp':
      return { row: Math.max(Math.min(row, 0), row - size.pageRows), column };
    case 'PageDown':
      return { row: row + size.pageRows, column };
    case 'Home':
      return { row: ends.first, column: 0 };
    case 'End':
      return { row: ends.last, column: size.columns - 1 };
    default:
      return undefined;
  }
}

/** Returns the selected cells; the ends are excluded. The header selects no cell. */
export function selectedRange({ active, anchor }: Selection) {
  return {
    firstRow: Math.max(0, Math.min(active.row, anchor.row)),
    endRow: Math.max(active.row, anchor.row) + 1,
    firstColumn: Math.min(active.column, anchor.column),
    endColumn: Math.max(active.column, anchor.column) + 1,
  };
}

function clamp(value: number, { low, high }: { low: number; high: number }): number {
  return Math.max(low, Math.min(high, value));
}
