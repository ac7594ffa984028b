import type { VirtualItem } from '@tanstack/react-virtual';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { classes } from '../../classes.ts';
import type { CellPosition } from './cell-focus.ts';
import type { CellRange, TableColumn } from './model/table-task.ts';
import type { LoadedCells } from './use-cells.ts';

/** The element id of a cell. */
export const cellId = (table: string, { row, column }: CellPosition): string => `${table}-${row}-${column}`;

interface TableRowProps {
  /** The id of the table. */
  id: string;
  row: number;
  top: number;
  height: number;
  numberWidth: number;
  columns: readonly TableColumn[];
  shown: readonly VirtualItem[];
  cells: LoadedCells;
  active: CellPosition;
  selected: CellRange;
}

/** One row of a table with its number in the file. */
export function TableRow({
  id,
  row,
  top,
  height,
  numberWidth,
  columns,
  shown,
  cells,
  active,
  selected,
}: TableRowProps) {
  const isSelected = (column: number) =>
    row >= selected.firstRow &&
    row < selected.endRow &&
    column >= selected.firstColumn &&
    column < selected.endColumn &&
    active.row >= 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are in the page, so this is no table element
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div role="row" aria-rowindex={row + 2} className="absolute inset-x-0" style={{ top, height }}>
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div
        role="rowheader"
        aria-colindex={1}
        className="sticky left-0 z-10 h-full border-r border-b border-line bg-sunken px-2 text-right font-mono text-xs/6 text-muted"
        style={{ width: numberWidth }}
      >
        {cells.numberOf(row)}
      </div>
      {shown.map(({ index, start, size }) => (
        // biome-ignore lint/a11y/useSemanticElements: as above
        // biome-ignore lint/a11y/useFocusableInteractive: as above
        <div
          key={index}
          id={cellId(id, { row, column: index })}
          role="gridcell"
          aria-colindex={index + 2}
          aria-selected={isSelected(index)}
          // The line below the table has the whole text of the active cell.
          data-whole-on-focus
          data-row={row}
          data-column={index}
          dir="auto"
          className={classes(
            'absolute top-0 h-full truncate border-r border-b border-line px-2 font-mono text-xs/6',
            columns[index]?.type === 'number' && 'text-right',
            isSelected(index) && 'bg-accent-soft',
            active.row === row && active.column === index && 'outline-2 -outline-offset-2 outline-accent',
          )}
          style={{ left: start, width: size }}
        >
          {visibleLine(cells.text(row, index) ?? '')}
        </div>
      ))}
    </div>
  );
}
