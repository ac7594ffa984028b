import { type PointerEvent, useId, useRef, useState } from 'react';
import { type CellPosition, headerRow, type Selection, selectedRange } from './cell-focus.ts';
import { createGridKeys } from './grid-keys.ts';
import type { TableColumn } from './model/table-task.ts';
import type { OpenTable } from './open-table.ts';
import { TableHead } from './table-head.tsx';
import { cellId, TableRow } from './table-row.tsx';
import type { ArrangedRows } from './use-arrangement.ts';
import { useCells } from './use-cells.ts';
import { rowHeight, useGridView } from './use-grid-view.ts';

const characterPixels = 7.8;
/** Padding, and the header's type and sort mark. */
const extraPixels = 28;
const narrowest = 56;
const widestAtFirst = 360;
const widest = 1200;
const step = 24;

interface TableGridProps {
  label: string;
  table: OpenTable;
  rows: ArrangedRows;
  selection: Selection;
  onSelection(selection: Selection): void;
  onCopy(): void;
}

/** The cells of a table: only those in view are rendered. The grid has the focus and names its active cell. */
export function TableGrid({ label, table, rows, selection, onSelection, onCopy }: TableGridProps) {
  const { columns } = table.facts;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const { widths, resize, nudge } = useColumnWidths(columns);
  const numberWidth = 24 + String(table.facts.rowCount).length * 8;
  const view = useGridView({ scroller, rowCount: rows.count, widths, numberWidth });
  const cells = useCells(table, rows.version, view.range);
  const { active } = selection;

  const select = (next: Selection) => {
    onSelection(next);
    view.reveal(next.active);
  };
  const onKeyDown = createGridKeys({
    selection,
    size: { rows: rows.count, columns: columns.length, pageRows: view.pageRows },
    select,
    onCopy,
    onSort: rows.sortBy,
    onNudge: nudge,
  });
  const onPointer = (event: PointerEvent) => onSelection(selectionAt(event, selection));
  const isRowShown = active.row === headerRow || view.rows.some(({ index }) => index === active.row);
  const isShown = isRowShown && view.columns.some(({ index }) => index === active.column);
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in view are in the page, so this is no table element
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={rows.count + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-description="Arrow keys move between cells, and Shift selects. Enter on a header sorts. Plus and minus change the width of the column. Control C copies."
      {...(isShown && { 'aria-activedescendant': cellId(id, active) })}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerOver={onPointer}
      className="group/grid relative min-h-32 flex-1 overflow-auto bg-surface contain-strict select-none focus-visible:-outline-offset-2"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowgroup" className="relative" style={{ width: view.width, height: view.height }}>
        <TableHead
          id={id}
          columns={columns}
          shown={view.columns}
          numberWidth={numberWidth}
          rows={rows}
          active={active}
          onResize={resize}
        />
        {view.rows.map(({ index, start }) => (
          <TableRow
            key={index}
            id={id}
            row={index}
            top={start}
            height={rowHeight}
            numberWidth={numberWidth}
            columns={columns}
            shown={view.columns}
            cells={cells}
            active={active}
            selected={selectedRange(selection)}
          />
        ))}
      </div>
    </div>
  );
}

/** Returns the selection after a press, or after the pressed pointer entered another cell. */
function selectionAt({ type, target, buttons, shiftKey }: PointerEvent, selection: Selection): Selection {
  const cell = cellAt(target);
  if (cell === undefined || buttons !== 1) return selection;
  const isExtended = type === 'pointerover' || shiftKey;
  return { active: cell, anchor: isExtended && cell.row !== headerRow ? selection.anchor : cell };
}

function cellAt(target: EventTarget): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  if (cell === null) return undefined;
  return { row: Number(cell.dataset.row), column: Number(cell.dataset.column) };
}

/** Widths of the columns in pixels, at first by their content. */
function useColumnWidths(columns: readonly TableColumn[]) {
  const [widths, setWidths] = useState(() => columns.map(firstWidth));
  const resize = (column: number, width: number) =>
    setWidths((current) => current.with(column, Math.round(Math.max(narrowest, Math.min(widest, width)))));
  return {
    widths,
    resize,
    /** Makes a column wider (1) or narrower (-1). */
    nudge: (column: number, direction: 1 | -1) => resize(column, (widths[column] ?? narrowest) + direction * step),
  };
}

function firstWidth({ name, type, characters }: TableColumn): number {
  const header = (name.length + type.length + 3) * characterPixels;
  const content = Math.max(characters * characterPixels, Math.min(header, widestAtFirst / 2)) + extraPixels;
  return Math.round(Math.max(narrowest + 24, Math.min(widestAtFirst, content)));
}
