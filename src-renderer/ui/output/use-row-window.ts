import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** The rows of a long list that are in the page. */
export interface RowWindow {
  /** Of the element that scrolls. */
  ref: RefCallback<HTMLElement>;
  onScroll(): void;
  first: number;
  /** The first that is behind them. */
  end: number;
  /** How many there are at most: row n may take the place of row n - slots. */
  slots: number;
  /** Whether the end stays in view when rows are added. */
  follows: boolean;
  follow(): void;
}

const overscan = 4;
const endReach = 2;

/**
 * Which of `count` rows of one height (in pixels) are to be in the page. The end is followed until somebody scrolls up,
 * and again when they are back at it. What it does for a change does not depend on the count.
 */
export function useRowWindow(count: number, rowHeight: number): RowWindow {
  const scroller = useRef<HTMLElement>(null);
  const lastTop = useRef(0);
  const [follows, setFollows] = useState(true);
  const [topRow, setTopRow] = useState(0);
  const [rowsInView, setRowsInView] = useState(0);
  const slots = rowsInView + 2 * overscan;
  const lastFirst = Math.max(0, count - slots);
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new row, and each new height, moves the end
  useLayoutEffect(() => {
    if (follows && scroller.current) scroller.current.scrollTop = (count + 1) * rowHeight;
  }, [count, rowHeight, rowsInView, follows]);

  function onScroll(): void {
    if (scroller.current === null) return;
    const { scrollTop, scrollHeight, clientHeight } = scroller.current;
    setTopRow(Math.floor(scrollTop / rowHeight));
    // More may have come since the view was moved to the end: only a move upwards is someone's wish to stay.
    if (scrollHeight - scrollTop - clientHeight < rowHeight * endReach) setFollows(true);
    else if (scrollTop < lastTop.current) setFollows(false);
    lastTop.current = scrollTop;
  }

  return {
    ...{ ref, onScroll, first, end: Math.min(count, first + slots), slots, follows },
    follow: () => setFollows(true),
  };
}
