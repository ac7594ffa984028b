import { useEffect, useMemo, useReducer } from 'react';
import { type CellBlock, type CellRange, cellBlock } from './model/table-task.ts';
import type { OpenTable } from './open-table.ts';

const { rows: blockRows, columns: blockColumns } = cellBlock;
const keptBlocks = 96;

/** Reads loaded cells; undefined while they are on their way. */
export interface LoadedCells {
  text(row: number, column: number): string | undefined;
  /** Number of the row in the file, from 1. */
  numberOf(row: number): number | undefined;
}

/** Loads the cells of a range, and keeps those that were shown before. `version` is that of the arrangement. */
export function useCells(table: OpenTable, version: number, range: CellRange): LoadedCells {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const cells = useMemo(() => createCellCache(table, version === 0 ? table.first : undefined), [table, version]);
  const { firstRow, endRow, firstColumn, endColumn } = range;
  useEffect(() => {
    cells.load({ firstRow, endRow, firstColumn, endColumn }, renderAgain);
  }, [cells, firstRow, endRow, firstColumn, endColumn]);
  return cells;
}

function createCellCache(table: OpenTable, first: CellBlock | undefined) {
  const blocks = new Map<string, CellBlock | undefined>();
  if (first !== undefined) blocks.set('0:0', first);
  const columnCount = table.facts.columns.length;
  const keyOf = (row: number, column: number) => `${Math.floor(row / blockRows)}:${Math.floor(column / blockColumns)}`;

  function loadBlock(row: number, column: number, onLoad: () => void): void {
    const key = keyOf(row, column);
    if (blocks.has(key)) return;
    blocks.set(key, undefined);
    const firstRow = row - (row % blockRows);
    const firstColumn = column - (column % blockColumns);
    const endColumn = Math.min(columnCount, firstColumn + blockColumns);
    void table.block({ firstRow, endRow: firstRow + blockRows, firstColumn, endColumn }).then((block) => {
      blocks.set(key, block);
      onLoad();
    });
  }

  return {
    load: ({ firstRow, endRow, firstColumn, endColumn }: CellRange, onLoad: () => void) => {
      if (endRow <= firstRow || endColumn <= firstColumn) return;
      for (const key of [...blocks.keys()].slice(0, Math.max(0, blocks.size - keptBlocks))) blocks.delete(key);
      for (let row = firstRow; row < endRow + blockRows; row += blockRows)
        for (let column = firstColumn; column < endColumn + blockColumns; column += blockColumns)
          loadBlock(Math.min(row, endRow - 1), Math.min(column, endColumn - 1), onLoad);
    },
    text: (row: number, column: number) =>
      blocks.get(keyOf(row, column))?.rows[row % blockRows]?.[column % blockColumns],
    numberOf: (row: number) => blockOf(row)?.numbers[row % blockRows],
  };

  /** Any loaded block of the row, because the first columns may not be in view. */
  function blockOf(row: number): CellBlock | undefined {
    const prefix = `${Math.floor(row / blockRows)}:`;
    for (const [key, block] of blocks) if (block !== undefined && key.startsWith(prefix)) return block;
    return undefined;
  }
}
