import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef } from 'react';

interface VirtualListProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf(item: Item): string | number;
  rowHeight: number;
  /** Renders a row; called for every visible row on each scroll, so use a memoized component. */
  row(item: Item): ReactNode;
  /** Called when the user scrolls near the end. */
  onNearEnd?: () => void;
  footer?: ReactNode;
}

const nearRows = 40;

/** A list of any length that renders only the visible rows. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, items, keyOf, rowHeight, row, onNearEnd, footer } = props;
  const scroller = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 4,
  });
  // Measures again, because rows keep their previously measured height.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new height matters
  useEffect(() => virtualizer.measure(), [rowHeight]);
  const shown = virtualizer.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastShown >= items.length - nearRows) onNearEnd?.();
  }, [lastShown, items.length, onNearEnd]);
  return (
    <section
      ref={scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="min-h-40 flex-1 overflow-auto contain-strict focus-visible:-outline-offset-2"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <li
              key={keyOf(item)}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 border-b border-line contain-strict"
              style={{ height: rowHeight, top: start }}
            >
              {row(item)}
            </li>
          );
        })}
      </ul>
      {footer}
    </section>
  );
}
