import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { isInDialog } from '../../ui/split/use-panel-key.ts';

interface TabKeys {
  add(): void;
  close(): void;
  /** Shows a tab by its position from 0. */
  showNth(index: number): void;
}

/** Registers the keys of the tab strip. A field that uses one of them, such as those of the find bar, comes first. */
export function useTabKeys(keys: TabKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const taking = (act: () => void) => (event: KeyboardEvent) => {
      event.preventDefault();
      act();
    };
    const nth = Array.from({ length: 9 }, (_, index) => [
      `Alt+Digit${index + 1}`,
      taking(() => latest.current.showNth(index)),
    ]);
    const withAnyFocus = { 'Alt+KeyN': taking(() => latest.current.add()), ...Object.fromEntries(nth) };
    const stops = [
      tinykeys(window, withAnyFocus, { capture: true, ignore: isInDialog }),
      // The find bar uses this key for whole words.
      tinykeys(
        window,
        { 'Alt+KeyW': taking(() => latest.current.close()) },
        { ignore: (event) => event.defaultPrevented || isInDialog(event) },
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
}
