import { type RefObject, useEffect, useRef, useState } from 'react';
import { classes } from '../classes.ts';

interface Entry {
  panel: Element;
  title: string;
}

/** Links to the panels of a screen: a press scrolls to one and moves the focus there. The one in view is marked. */
export function PanelIndex({ label }: { label: string }) {
  const nav = useRef<HTMLElement>(null);
  const entries = usePanels(nav);
  const { current, press } = useCurrent(entries);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="flex shrink-0 gap-x-1 max-[1100px]:flex-wrap min-[1100px]:sticky min-[1100px]:top-4 min-[1100px]:w-44 min-[1100px]:flex-col"
    >
      {entries.map(({ panel, title }) => (
        <button
          key={title}
          type="button"
          aria-current={panel === current ? 'location' : undefined}
          onClick={() => {
            press(panel);
            show(panel);
          }}
          className={classes(
            'min-h-7 rounded-control px-2.5 text-left text-sm hover:bg-sunken',
            panel === current ? 'font-medium text-accent' : 'text-muted hover:text-ink',
          )}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}

function show(panel: Element): void {
  panel.scrollIntoView({ block: 'start' });
  panel.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}

/** Returns the panels next to the index. Some appear when their data is loaded. */
function usePanels(nav: RefObject<HTMLElement | null>): readonly Entry[] {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => {
    const box = nav.current?.parentElement;
    if (!box) return;
    const read = () => {
      const found = [...box.querySelectorAll('[data-panel]')].map((panel) => ({
        panel,
        title: panel.querySelector('h2')?.textContent ?? '',
      }));
      const keyOf = (list: readonly Entry[]) => list.map(({ title }) => title).join('\n');
      setEntries((before) => (keyOf(before) === keyOf(found) && before.every(isShown) ? before : found));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(box, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [nav]);
  return entries;
}

const isShown = ({ panel }: Entry) => panel.isConnected;

/** Returns the panel that was pressed, as long as it is in view, else the first in view. */
function useCurrent(entries: readonly Entry[]) {
  const [inView, setInView] = useState<ReadonlySet<Element>>(new Set());
  const [pressed, press] = useState<Element>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      (changes) =>
        setInView((before) => {
          const after = new Set(before);
          for (const { target, isIntersecting } of changes)
            if (isIntersecting) after.add(target);
            else after.delete(target);
          return after;
        }),
      // The end of a panel above the shown one stays in view.
      { rootMargin: '-20px 0px 0px 0px' },
    );
    for (const { panel } of entries) observer.observe(panel);
    return () => observer.disconnect();
  }, [entries]);
  const isPressedShown = pressed !== undefined && inView.has(pressed);
  return { current: isPressedShown ? pressed : entries.find(({ panel }) => inView.has(panel))?.panel, press };
}
