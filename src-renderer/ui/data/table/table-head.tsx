import type { VirtualItem } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { PointerEvent } from 'react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { classes } from '../../classes.ts';
import { type CellPosition, headerRow } from './cell-focus.ts';
import type { TableColumn } from './model/table-task.ts';
import { cellId } from './table-row.tsx';
import type { ArrangedRows } from './use-arrangement.ts';

interface TableHeadProps {
  /** The id of the table. */
  id: string;
  columns: readonly TableColumn[];
  shown: readonly VirtualItem[];
  numberWidth: number;
  rows: ArrangedRows;
  active: CellPosition;
  onResize(column: number, width: number): void;
}

/** The names and types of the columns. A click sorts, and the right edge changes the width. */
export function TableHead({ id, columns, shown, numberWidth, rows, active, onResize }: TableHeadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the columns in view are in the page
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div role="row" aria-rowindex={1} className="sticky top-0 z-20 h-8 bg-sunken">
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: as above */}
      <div
        role="columnheader"
        aria-colindex={1}
        className="sticky left-0 z-10 h-full border-r border-b border-line bg-sunken px-2 text-right text-xs/8 text-muted"
        style={{ width: numberWidth }}
      >
        <span aria-hidden="true">#</span>
        <span className="sr-only">Row</span>
      </div>
      {shown.map(({ index, start, size }) => {
        const column = columns[index];
        const direction = rows.sort?.column === index ? rows.sort.direction : undefined;
        if (column === undefined) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: as above
          // biome-ignore lint/a11y/useFocusableInteractive: as above
          // biome-ignore lint/a11y/useKeyWithClickEvents: the grid sorts on Enter
          <div
            key={index}
            id={cellId(id, { row: headerRow, column: index })}
            role="columnheader"
            aria-colindex={index + 2}
            aria-sort={direction ?? 'none'}
            data-row={headerRow}
            data-column={index}
            title={`${visibleLine(column.name)}, ${column.type}`}
            onClick={() => rows.sortBy(index)}
            className={classes(
              'absolute top-0 flex h-full cursor-pointer items-center gap-1.5 border-r border-b border-line px-2 text-xs',
              active.row === headerRow && active.column === index && 'outline-2 -outline-offset-2 outline-accent',
            )}
            style={{ left: start, width: size }}
          >
            <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
              {visibleLine(column.name)}
            </span>
            {direction === 'ascending' && <ArrowUp size={12} className="shrink-0" aria-hidden="true" />}
            {direction === 'descending' && <ArrowDown size={12} className="shrink-0" aria-hidden="true" />}
            <span className="shrink-0 text-muted">{column.type}</span>
            <ResizeEdge width={size} onWidth={(width) => onResize(index, width)} />
          </div>
        );
      })}
    </div>
  );
}

/** Plus and minus do the same by keyboard. */
function ResizeEdge({ width, onWidth }: { width: number; onWidth(width: number): void }) {
  const begin = (event: PointerEvent<HTMLSpanElement>) => {
    event.stopPropagation();
    const { currentTarget, pointerId, clientX } = event;
    currentTarget.setPointerCapture(pointerId);
    const move = (moved: globalThis.PointerEvent) => onWidth(width + moved.clientX - clientX);
    currentTarget.addEventListener('pointermove', move);
    currentTarget.addEventListener('lostpointercapture', () => currentTarget.removeEventListener('pointermove', move), {
      once: true,
    });
  };
  return (
    <span
      aria-hidden="true"
      onPointerDown={begin}
      onClick={(event) => event.stopPropagation()}
      className="absolute inset-y-0 -right-1 z-10 w-2 cursor-col-resize hover:bg-accent"
    />
  );
}
