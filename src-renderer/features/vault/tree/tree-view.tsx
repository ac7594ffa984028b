import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useId } from 'react';
import { undoLastDeletion } from '../deletion/delete-scripts.ts';
import { isRowSelected } from '../selection/selection.ts';
import { selectByClick } from '../selection/selection-keys.ts';
import { useSelection } from '../selection/selection-store.ts';
import { TreeItem } from './tree-item.tsx';
import { useTreeKeys } from './tree-keys.ts';
import type { TreeRow } from './tree-rows.ts';
import { useTree } from './tree-store.ts';

interface TreeViewProps {
  rows: readonly TreeRow[];
  /** Names of the stored scripts that the tree shows, also in closed folders. */
  names: readonly string[];
  /** The scroll box, which has the focus of the tree. */
  box: RefObject<HTMLDivElement | null>;
  onOpen(name: string): void;
  onRename(name: string): void;
  onDelete(names: readonly string[]): void;
}

const heights = { folder: 32, script: 48 } as const;

/** The folders and scripts of the vault. Only the visible rows are rendered. */
export function TreeView({ rows, names, box, onOpen, onRename, onDelete }: TreeViewProps) {
  const id = useId();
  const activeKey = useTree((state) => state.active);
  const activeIndex = rows.findIndex(({ key }) => key === activeKey);
  const active = rows[activeIndex];
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => heights[rows[index]?.kind ?? 'script'],
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 6,
  });
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex);
  }, [activeIndex, virtualizer]);
  const pageRows = Math.max(1, virtualizer.getVirtualItems().length - 8);
  const selected = useSelection((state) => state.selected);
  const tree = { rows, names, active, pageRows, onDelete, undo: undoLastDeletion };
  const onKeyDown = useTreeKeys({ ...tree, onOpen, onRename });
  const shown = virtualizer.getVirtualItems();
  const isActiveShown = shown.some(({ index }) => index === activeIndex);
  return (
    <div
      ref={box}
      role="tree"
      tabIndex={0}
      aria-label="Scripts"
      aria-multiselectable="true"
      aria-activedescendant={isActiveShown ? `${id}-${activeIndex}` : undefined}
      onKeyDown={onKeyDown}
      onFocus={() => {
        if (active === undefined && rows[0] !== undefined) useTree.getState().activate(rows[0].key);
      }}
      className="group/tree min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
    >
      <div role="none" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {shown.map(({ index, key, start, size }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <TreeItem
              key={key}
              id={`${id}-${index}`}
              row={row}
              isActive={index === activeIndex}
              isSelected={isRowSelected(row, names, selected)}
              onPick={(event) => selectByClick(event, row, tree)}
              bounds={{ top: start, height: size }}
              onOpen={onOpen}
            />
          );
        })}
      </div>
    </div>
  );
}
