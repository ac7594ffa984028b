import type { KeyboardEvent } from 'react';
import { type CellPosition, headerRow, moveSelection, type Selection, type TableSize } from './cell-focus.ts';

interface GridKeys {
  selection: Selection;
  size: TableSize;
  select(selection: Selection): void;
  onCopy(): void;
  onSort(column: number): void;
  /** Makes a column wider (1) or narrower (-1). */
  onNudge(column: number, direction: 1 | -1): void;
}

/** Creates the key handler of a table's grid. Keys that it does not know keep their usual effect. */
export function createGridKeys({ selection, size, select, onCopy, onSort, onNudge }: GridKeys) {
  const { active } = selection;
  const actionOf = (event: KeyboardEvent): (() => void) | undefined => {
    if (event.altKey) return undefined;
    const moved = moveSelection(selection, event, size);
    if (moved) return () => select(moved);
    if (event.ctrlKey || event.metaKey) {
      if (event.key === 'c') return onCopy;
      return event.key === 'a' ? () => select(everyCell(size, active)) : undefined;
    }
    if (event.key === 'Enter' && active.row === headerRow) return () => onSort(active.column);
    if (event.key === '+' || event.key === '-') return () => onNudge(active.column, event.key === '+' ? 1 : -1);
    return undefined;
  };
  return (event: KeyboardEvent) => {
    const action = actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
}

function everyCell(size: { rows: number; columns: number }, active: CellPosition): Selection {
  const anchor = { row: Math.max(0, size.rows - 1), column: size.columns - 1 };
  return { active: { row: 0, column: 0 }, anchor: size.rows === 0 ? active : anchor };
}
