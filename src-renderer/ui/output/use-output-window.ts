import { type RefCallback, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { gutterColumns } from './output-line.tsx';
import type { Hit } from './output-search.ts';
import { createRowLayout, type ViewLine } from './row-layout.ts';
import { columnsOf, textOfRow } from './row-text.ts';
import type { OutputControls } from './use-output-controls.ts';
import { useRowWindow } from './use-row-window.ts';

export const rowHeight = 20;
const probeColumns = 50;
/** Pixels of a line that are no text: its border and its padding. */
const lineFrame = 22;
const fewestColumns = 20;

/** The lines of an output that are rendered. */
export interface OutputWindow {
  /** Ref of the scrolling element. */
  ref: RefCallback<HTMLElement>;
  /** Ref of an invisible text of `probeColumns` characters, which measures the font. */
  probe: RefCallback<HTMLElement>;
  probeColumns: number;
  onScroll(): void;
  lines: number;
  /** Index of the first rendered line. */
  first: number;
  shown: ViewLine[];
  maxRows: number;
  /** Columns after which rows are wrapped; undefined if they are not. */
  wrapAt: number | undefined;
  widest: number;
  firstInView(): number;
  showHit(hit: Hit): void;
}

/** Returns which lines of an output to render, wrapped or as they are. */
export function useOutputWindow({ log, wraps, showsTimes, follows, setFollows }: OutputControls): OutputWindow {
  const layout = useLayoutOf(log);
  const scroller = useRef<HTMLElement>(null);
  const { ref: measured, probe, columns, characterWidth } = useColumns(scroller);
  const gutter = gutterColumns.mark + (showsTimes ? gutterColumns.time : 0);
  const wrapAt = wraps && columns > 0 ? Math.max(fewestColumns, columns - gutter) : undefined;
  layout.update(log, wrapAt);
  const lines = layout.lines();
  const rowWindow = useRowWindow(lines, rowHeight, { follows, setFollows });
  const topRow = useRef(0);

  // The rows in view stay in view when they are wrapped in another way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another wrapping moves the rows
  useLayoutEffect(() => {
    if (!follows && scroller.current) scroller.current.scrollTop = layout.lineOf(topRow.current) * rowHeight;
  }, [wrapAt]);

  const { ref: attach } = rowWindow;
  const ref = useCallback(
    (element: HTMLElement | null) => {
      scroller.current = element;
      const detach = [attach(element), measured(element)];
      return () => {
        for (const end of detach) if (typeof end === 'function') end();
      };
    },
    [attach, measured],
  );
  return {
    ...{ ref, probe, probeColumns, lines, wrapAt },
    onScroll: () => {
      rowWindow.onScroll();
      topRow.current = layout.indexAt(Math.floor((scroller.current?.scrollTop ?? 0) / rowHeight));
    },
    first: rowWindow.first,
    maxRows: rowWindow.maxRows,
    shown: layout.view(rowWindow.first, rowWindow.end),
    widest: layout.widest(),
    firstInView: () => log.dropped() + topRow.current,
    showHit: (hit) => {
      const index = hit.row - log.dropped();
      const row = log.rows()[index];
      if (row === undefined || scroller.current === null) return;
      const text = textOfRow(row);
      const [start, end] = [columnsOf(text.slice(0, hit.start)), columnsOf(text.slice(0, hit.end))];
      setFollows(false);
      scrollToLine(scroller.current, layout.lineOf(index, start));
      if (wrapAt === undefined)
        scrollToColumns(scroller.current, { start: start * characterWidth, end: (end + gutter) * characterWidth });
    },
  };
}

function useLayoutOf(log: OutputControls['log']) {
  const held = useRef<{ log: OutputControls['log']; layout: ReturnType<typeof createRowLayout> }>(undefined);
  if (held.current?.log !== log) held.current = { log, layout: createRowLayout() };
  return held.current.layout;
}

/** Measures how many characters of the font fit into the scrolling element. */
function useColumns(scroller: RefObject<HTMLElement | null>) {
  const probeElement = useRef<HTMLElement>(null);
  const [measure, setMeasure] = useState({ columns: 0, characterWidth: 0 });
  const observe = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      const read = () => {
        const characterWidth = (probeElement.current?.getBoundingClientRect().width ?? 0) / probeColumns;
        const space = (scroller.current?.clientWidth ?? 0) - lineFrame;
        if (characterWidth === 0) return;
        setMeasure((before) => {
          const columns = Math.max(0, Math.floor(space / characterWidth));
          const isSame = before.columns === columns && before.characterWidth === characterWidth;
          return isSame ? before : { columns, characterWidth };
        });
      };
      // The font can be loaded after the first measure.
      const observer = new ResizeObserver(read);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [scroller],
  );
  const probe = useCallback(
    (element: HTMLElement | null) => {
      probeElement.current = element;
      return observe(element);
    },
    [observe],
  );
  return { ref: observe, probe, ...measure };
}

function scrollToLine(scroller: HTMLElement, line: number): void {
  const top = line * rowHeight;
  const isInView = top >= scroller.scrollTop && top + 2 * rowHeight <= scroller.scrollTop + scroller.clientHeight;
  if (!isInView) scroller.scrollTop = Math.max(0, top - scroller.clientHeight / 2);
}

function scrollToColumns(scroller: HTMLElement, { start, end }: { start: number; end: number }): void {
  const margin = 24;
  if (end + margin > scroller.scrollLeft + scroller.clientWidth)
    scroller.scrollLeft = end + margin - scroller.clientWidth / 2;
  if (start < scroller.scrollLeft) scroller.scrollLeft = Math.max(0, start - margin);
}
