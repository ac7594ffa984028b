import { type KeyboardEvent, useRef } from 'react';
import { treeMoves } from '../../../ui/controls/tree-moves.ts';
import { type SelectedTree, selectByKey } from '../selection/selection-keys.ts';
import { findByPrefix, parentOf, type TreeRow } from './tree-rows.ts';
import { useTree } from './tree-store.ts';

interface TreeKeys extends SelectedTree {
  onOpen(name: string): void;
  onRename(name: string): void;
}

/** Pause after which typed letters begin a new search. */
const typeAheadMs = 700;

/**
 * Returns the key handler of a tree (ARIA Authoring Practices, "Tree View"): arrows, Home, End, Page Up, Page Down, letters,
 * Enter to open, F2 to rename, and the keys that select.
 */
export function useTreeKeys(tree: TreeKeys) {
  const { rows, active, pageRows, onOpen, onRename } = tree;
  const typed = useRef({ text: '', at: 0 });
  const { activate, setOpen } = useTree.getState();
  const index = active === undefined ? -1 : rows.indexOf(active);
  const goTo = (target: number) => {
    const row = rows[Math.min(Math.max(target, 0), rows.length - 1)];
    if (row !== undefined) activate(row.key);
  };
  const acts: Readonly<Record<string, () => void>> = {
    ...treeMoves({ index, rowCount: rows.length, pageRows, goTo }),
    ArrowRight: () => {
      if (active?.kind !== 'folder') return;
      if (active.isOpen) goTo(index + 1);
      else setOpen(active.path, true);
    },
    ArrowLeft: () => {
      if (active?.kind === 'folder' && active.isOpen) return setOpen(active.path, false);
      const parent = active && parentOf(rows, active);
      if (parent !== undefined) activate(parent.key);
    },
    Enter: () => use(active),
    F2: () => {
      if (active?.kind === 'script' && active.metadata !== undefined) onRename(active.path);
    },
  };
  function use(row: TreeRow | undefined): void {
    if (row?.kind === 'folder') setOpen(row.path, !row.isOpen);
    else if (row !== undefined) onOpen(row.path);
  }
  return (event: KeyboardEvent) => {
    if (selectByKey(event, tree)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = acts[event.key];
    if (act === undefined && event.key.length !== 1) return;
    event.preventDefault();
    event.stopPropagation();
    if (act !== undefined) return act();
    const isSame = event.timeStamp - typed.current.at < typeAheadMs;
    typed.current = { text: (isSame ? typed.current.text : '') + event.key, at: event.timeStamp };
    const found = findByPrefix(rows, typed.current.text, Math.max(index, 0));
    if (found !== undefined) activate(found.key);
  };
}
