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
  const current = useCurrent(entries);
  return (
    <nav
      ref={nav}
      aria-label={label}
      className="flex shrink-0 gap-x-1 max-[1099px]:flex-wrap min-[1100px]:sticky min-[1100px]:top-4 min-[1100px]:w-44 min-[1100px]:flex-col"
    >
      {entries.map(({ panel, title }) => (
        <button
          key={title}
          type="button"
          aria-current={panel === current ? 'location' : undefined}
          onClick={() => show(panel)}
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

/** Returns the first panel of which at least a part is in the upper half of the screen. */
function useCurrent(entries: readonly Entry[]): Element | undefined {
  const [current, setCurrent] = useState<Element>();
  useEffect(() => {
    const inView = new Set<Element>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes)
          if (isIntersecting) inView.add(target);
          else inView.delete(target);
        setCurrent((before) => entries.find(({ panel }) => inView.has(panel))?.panel ?? before);
      },
      { rootMargin: '-20px 0px -50% 0px' },
    );
    for (const { panel } of entries) observer.observe(panel);
    return () => observer.disconnect();
  }, [entries]);
  return current;
}
