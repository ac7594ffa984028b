import type { KeyboardEvent } from 'react';
import { treeMoves } from '../../controls/tree-moves.ts';
import type { TreeRow } from './tree-rows.ts';

interface TreeKeys {
  rows: readonly TreeRow[];
  active: number;
  expanded: ReadonlySet<number>;
  activate(index: number): void;
  toggle(id: number): void;
  onCopy(): void;
}

const pageRows = 12;

/** Creates the key handler of a tree (ARIA Authoring Practices, "Tree View"). */
export function createTreeKeys({ rows, active, expanded, activate, toggle, onCopy }: TreeKeys) {
  const row = rows[active];
  const isOpen = row !== undefined && expanded.has(row.node.id);
  const canOpen = row !== undefined && row.node.children.length > 0;
  const actions: Readonly<Record<string, () => void>> = {
    ...treeMoves({ index: active, rowCount: rows.length, pageRows, goTo: activate }),
    ArrowRight: () => {
      if (canOpen && !isOpen) toggle(row.node.id);
      else if (isOpen) activate(active + 1);
    },
    ArrowLeft: () => {
      if (canOpen && isOpen) toggle(row.node.id);
      else if (row?.parent) activate(rows.indexOf(row.parent));
    },
    Enter: () => void (canOpen && toggle(row.node.id)),
    ' ': () => void (canOpen && toggle(row.node.id)),
  };
  return (event: KeyboardEvent) => {
    if (event.altKey) return;
    const isCopy = (event.ctrlKey || event.metaKey) && event.key === 'c';
    const action = isCopy ? onCopy : event.ctrlKey || event.metaKey ? undefined : actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
}
