import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** The rendered rows of a long list. */
export interface RowWindow {
  /** Ref of the scrolling element. */
  ref: RefCallback<HTMLElement>;
  onScroll(): void;
  first: number;
  /** Index after the last rendered row. */
  end: number;
  /** Maximum number of rendered rows: row n can reuse the element of row n - maxRows. */
  maxRows: number;
}

interface Following {
  /** True if the view follows the end when rows are added. */
  follows: boolean;
  setFollows(follows: boolean): void;
}

const overscan = 4;
const endReach = 2;

/**
 * Returns which of `count` rows of one height (in pixels) to render. The view follows the end until the user scrolls
 * up, and again when the user returns to it. The cost of a change does not depend on the count.
 */
export function useRowWindow(count: number, rowHeight: number, { follows, setFollows }: Following): RowWindow {
  const scroller = useRef<HTMLElement>(null);
  const lastTop = useRef(0);
  const [topRow, setTopRow] = useState(0);
  const [rowsInView, setRowsInView] = useState(0);
  const maxRows = rowsInView + 2 * overscan;
  const lastFirst = Math.max(0, count - maxRows);
  const first = follows ? lastFirst : Math.min(lastFirst, Math.max(0, topRow - overscan));

  const ref = useCallback(
    (element: HTMLElement | null) => {
      scroller.current = element;
      if (element === null) return;
      const measure = () => setRowsInView(Math.ceil(element.clientHeight / rowHeight) + 1);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [rowHeight],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new row or height moves the end
  useLayoutEffect(() => {
    if (follows && scroller.current) scroller.current.scrollTop = (count + 1) * rowHeight;
  }, [count, rowHeight, rowsInView, follows]);

  function onScroll(): void {
    if (scroller.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller.current;
    setTopRow(Math.floor(scrollTop / rowHeight));
    // Rows may have been added since the view moved to the end: only an upward scroll is the user's.
    if (scrollHeight - scrollTop - clientHeight < rowHeight * endReach) setFollows(true);
    else if (scrollTop < lastTop.current) setFollows(false);
    lastTop.current = scrollTop;
  }

  return { ref, onScroll, first, end: Math.min(count, first + maxRows), maxRows };
}
