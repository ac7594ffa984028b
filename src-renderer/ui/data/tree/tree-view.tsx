import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef, useState } from 'react';
import { Button } from '../../controls/button.tsx';
import { copyText } from '../../controls/copy-text.ts';
import { showToast } from '../../overlays/toasts.ts';
import { LongText } from '../../text/long-text.tsx';
import type { JsonNode } from './json-tree.ts';
import { TreeItem } from './tree-item.tsx';
import { createTreeKeys } from './tree-keys.ts';
import { everyContainer, pathOf, rowsOf, type TreeRow, textOfNode } from './tree-rows.ts';

const rowHeight = 24;

interface TreeViewProps {
  label: string;
  root: JsonNode;
  isCut: boolean;
}

/** A tree of values. The tree has the focus and names its active item; only the items in view are rendered. */
export function TreeView({ label, root, isCut }: TreeViewProps) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(() => new Set([root.id]));
  const [activeId, setActiveId] = useState(root.id);
  const rows = useMemo(() => rowsOf(root, expanded), [root, expanded]);
  const found = rows.findIndex(({ node }) => node.id === activeId);
  const active = Math.max(0, found);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const row = rows[active];
  const toggle = (nodeId: number) => setExpanded((current) => toggled(current, nodeId));
  const activate = (index: number) => {
    const target = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (target === undefined) return;
    setActiveId(target.node.id);
    virtualizer.scrollToIndex(rows.indexOf(target));
  };
  const onKeyDown = createTreeKeys({ rows, active, expanded, activate, toggle, onCopy: () => void copyValue(row) });
  const isShown = items.some(({ index }) => index === active);
  return (
    <div className="flex min-h-32 flex-1 flex-col">
      <TreeBar
        path={row ? pathOf(row) : ''}
        onExpand={() => setExpanded(everyContainer(root))}
        onCollapse={() => setExpanded(new Set([root.id]))}
        onCopyPath={() => void (row && copy(pathOf(row), 'path'))}
        onCopyValue={() => void copyValue(row)}
      />
      {isCut && (
        <p className="bg-warn-soft px-3 py-1 text-xs text-warn">
          Only the first part is shown. Save the file to see all of it.
        </p>
      )}
      <div
        ref={scroller}
        role="tree"
        tabIndex={0}
        aria-label={label}
        {...(isShown && { 'aria-activedescendant': `${id}-${rows[active]?.node.id}` })}
        onKeyDown={onKeyDown}
        className="min-h-24 flex-1 overflow-auto contain-strict focus-visible:-outline-offset-2"
      >
        <div role="none" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const shown = rows[index];
            if (shown === undefined) return null;
            const { node } = shown;
            return (
              <TreeItem
                key={node.id}
                id={`${id}-${node.id}`}
                row={shown}
                top={start}
                isActive={index === active}
                isExpanded={expanded.has(node.id)}
                onPress={() => {
                  setActiveId(node.id);
                  if (node.children.length > 0) toggle(node.id);
                }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function toggled(expanded: ReadonlySet<number>, id: number): Set<number> {
  const next = new Set(expanded);
  if (!next.delete(id)) next.add(id);
  return next;
}

async function copyValue(row: TreeRow | undefined): Promise<void> {
  const value = row && textOfNode(row.node);
  if (value === undefined) showToast('The value is too large to copy. Save the file instead.', 'danger');
  else await copy(value, 'value');
}

async function copy(text: string, what: string): Promise<void> {
  if (await copyText(text, { secret: true })) showToast(`Copied the ${what}.`);
  else showToast('The browser did not allow access to the clipboard.', 'danger');
}

interface TreeBarProps {
  path: string;
  onExpand(): void;
  onCollapse(): void;
  onCopyPath(): void;
  onCopyValue(): void;
}

/** The path of the active item, and what can be done with the tree. */
function TreeBar({ path, onExpand, onCollapse, onCopyPath, onCopyValue }: TreeBarProps) {
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1 border-b border-line px-2 py-1">
      <LongText text={path} className="min-w-24 flex-1 px-1 font-mono text-xs" />
      <Button kind="quiet" onClick={onCopyPath}>
        Copy path
      </Button>
      <Button kind="quiet" onClick={onCopyValue}>
        Copy value
      </Button>
      <Button kind="quiet" onClick={onExpand}>
        Expand all
      </Button>
      <Button kind="quiet" onClick={onCollapse}>
        Collapse all
      </Button>
    </div>
  );
}
