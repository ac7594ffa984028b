import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';

/** Returns true for a key that is pressed in a dialog. */
export const isInDialog = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('[role=dialog]') !== null;

/** Calls `act` when these keys are pressed outside of a dialog, also in text fields. */
export function usePanelKey(keys: string, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onKeys = (event: KeyboardEvent) => {
      event.preventDefault();
      latest.current();
    };
    return tinykeys(window, { [keys]: onKeys }, { capture: true, ignore: isInDialog });
  }, [keys]);
}
