import { ChevronDown, ChevronRight } from 'lucide-react';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { classes } from '../../classes.ts';
import type { JsonNode } from './json-tree.ts';
import type { TreeRow } from './tree-rows.ts';

const indent = 16;
/** Deeper items are not moved further to the right. */
const indentedLevels = 24;
const shownCharacters = 300;

interface TreeItemProps {
  id: string;
  row: TreeRow;
  top: number;
  isActive: boolean;
  isExpanded: boolean;
  onPress(): void;
}

/** One value of a tree on one line. */
export function TreeItem({ id, row, top, isActive, isExpanded, onPress }: TreeItemProps) {
  const { node, level, position, siblings } = row;
  const hasChildren = node.children.length > 0;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isActive}
      {...(hasChildren && { 'aria-expanded': isExpanded })}
      onClick={onPress}
      className={classes(
        'absolute inset-x-0 flex h-6 cursor-pointer items-center gap-1.5 pr-2 font-mono text-xs whitespace-nowrap',
        isActive ? 'bg-accent-soft outline-1 -outline-offset-1 outline-accent' : 'hover:bg-sunken',
      )}
      style={{ top, paddingLeft: 8 + (Math.min(level, indentedLevels) - 1) * indent }}
    >
      <span aria-hidden="true" className="w-3.5 shrink-0 text-muted">
        {hasChildren && (isExpanded ? <ChevronDown size={14} /> : <ChevronRight size={14} />)}
      </span>
      {node.key !== undefined && (
        <span dir="auto" className="max-w-1/2 shrink-0 truncate font-medium">
          {visibleLine(String(node.key).slice(0, shownCharacters))}:
        </span>
      )}
      <span dir="auto" className="min-w-0 truncate text-muted">
        {summaryOf(node)}
      </span>
    </div>
  );
}

function summaryOf({ kind, text, count }: JsonNode): string {
  if (kind === 'array') return `[${count} ${count === 1 ? 'item' : 'items'}]`;
  if (kind === 'object') return `{${count} ${count === 1 ? 'field' : 'fields'}}`;
  return visibleLine(text.slice(0, shownCharacters));
}
