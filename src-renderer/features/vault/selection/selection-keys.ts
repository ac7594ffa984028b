import type { KeyboardEvent, MouseEvent } from 'react';
import { treeMoves } from '../../../ui/controls/tree-moves.ts';
import type { TreeRow } from '../tree/tree-rows.ts';
import { useTree } from '../tree/tree-store.ts';
import { scriptsBetween, scriptsOf, toggled } from './selection.ts';
import { clearSelection, useSelection } from './selection-store.ts';

export interface SelectedTree {
  rows: readonly TreeRow[];
  /** Names of the stored scripts that the tree shows, also in closed folders. */
  names: readonly string[];
  active: TreeRow | undefined;
  pageRows: number;
  /** Called with the selected scripts, or with those of the active row if none is selected. */
  onDelete(names: readonly string[]): void;
  /** Undoes the last deletion; returns false if there is none. */
  undo(): boolean;
}

/**
 * Handles the keys that select rows (ARIA Authoring Practices, "Tree View", multi-select): Space, Ctrl+A, Shift with a key
 * that moves, Escape, Delete, and Ctrl+Z to undo a deletion. Returns false for another key.
 */
export function selectByKey(event: KeyboardEvent, tree: SelectedTree): boolean {
  const act = event.altKey ? undefined : actOf(event, tree);
  if (act === undefined) return false;
  event.preventDefault();
  event.stopPropagation();
  act();
  return true;
}

/** Handles a click that selects: with Ctrl or Cmd one row, with Shift a range. Returns false for a plain click. */
export function selectByClick(event: MouseEvent, row: TreeRow, tree: SelectedTree): boolean {
  const isAdding = event.ctrlKey || event.metaKey;
  if (event.shiftKey) extendTo(tree, tree.rows.indexOf(row), isAdding);
  else if (isAdding) toggle(row, tree);
  else clearSelection(row.key);
  return event.shiftKey || isAdding;
}

function actOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent, tree: SelectedTree): (() => void) | undefined {
  const { rows, names, active, pageRows, onDelete, undo } = tree;
  const { selected, select, anchor } = useSelection.getState();
  const isCommand = ctrlKey || metaKey;
  if (isCommand && key.toLowerCase() === 'a') return () => select(new Set(names), anchor);
  if (isCommand && !shiftKey && key.toLowerCase() === 'z') return () => void undo();
  if (key === ' ' && active !== undefined) return () => toggle(active, tree);
  if (shiftKey) {
    const index = active === undefined ? -1 : rows.indexOf(active);
    const goTo = (target: number) => extendTo(tree, target, isCommand);
    return treeMoves({ index, rowCount: rows.length, pageRows, goTo })[key];
  }
  const isDelete = isCommand ? metaKey && key === 'Backspace' : key === 'Delete';
  if (isCommand && !isDelete) return undefined;
  const chosen = names.filter((name) => selected.has(name));
  if (key === 'Escape' && chosen.length > 0) return () => clearSelection(anchor);
  const toDelete = chosen.length > 0 || active === undefined ? chosen : scriptsOf(active, names);
  if (isDelete && toDelete.length > 0) return () => onDelete(toDelete);
  return undefined;
}

function toggle(row: TreeRow, { names }: SelectedTree): void {
  const { selected, select } = useSelection.getState();
  const own = scriptsOf(row, names);
  if (own.length > 0) select(toggled(selected, own), row.key);
}

/**
 * Selects the rows from the anchor to another row, which becomes the active one. A range continues the last one only from its
 * end: after a plain move, the next range begins at the active row.
 */
function extendTo({ rows, names, active }: SelectedTree, target: number, isAdding: boolean): void {
  const row = rows[Math.min(Math.max(target, 0), rows.length - 1)];
  if (row === undefined) return;
  const { selected, select, anchor, end } = useSelection.getState();
  const continued = active === undefined || active.key === end ? rows.find(({ key }) => key === anchor) : undefined;
  const from = continued ?? active ?? row;
  const range = scriptsBetween(rows, [rows.indexOf(from), rows.indexOf(row)], names);
  select(isAdding ? new Set([...selected, ...range]) : range, from.key, row.key);
  useTree.getState().activate(row.key);
}
