import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect } from 'react';
import type { CellPosition } from './cell-focus.ts';

export const rowHeight = 26;
const headHeight = 32;

interface ViewOptions {
  scroller: { readonly current: HTMLDivElement | null };
  rowCount: number;
  widths: readonly number[];
  numberWidth: number;
}

/** Returns the rows and columns that are in view, with their positions in pixels. */
export function useGridView({ scroller, rowCount, widths, numberWidth }: ViewOptions) {
  const vertical = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
  });
  const horizontal = useVirtualizer({
    horizontal: true,
    count: widths.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => widths[index] ?? 0,
    overscan: 2,
    paddingStart: numberWidth,
    scrollPaddingStart: numberWidth,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns keep their measured width otherwise
  useEffect(() => horizontal.measure(), [widths]);
  const rows = vertical.getVirtualItems();
  const columns = horizontal.getVirtualItems();
  return {
    rows,
    columns,
    width: horizontal.getTotalSize(),
    height: vertical.getTotalSize(),
    pageRows: Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - headHeight) / rowHeight) - 1),
    range: {
      firstRow: rows[0]?.index ?? 0,
      endRow: (rows.at(-1)?.index ?? -1) + 1,
      firstColumn: columns[0]?.index ?? 0,
      endColumn: (columns.at(-1)?.index ?? -1) + 1,
    },
    reveal: ({ row, column }: CellPosition) => {
      if (row >= 0) vertical.scrollToIndex(row);
      horizontal.scrollToIndex(column);
    },
  };
}
