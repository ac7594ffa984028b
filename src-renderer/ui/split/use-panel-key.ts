import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';

/** Calls `act` when these keys are pressed outside of a dialog, also in text fields. */
export function usePanelKey(keys: string, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const onKeys = (event: KeyboardEvent) => {
      event.preventDefault();
      latest.current();
    };
    const isInDialog = ({ target }: KeyboardEvent) =>
      target instanceof Element && target.closest('[role=dialog]') !== null;
    return tinykeys(window, { [keys]: onKeys }, { capture: true, ignore: isInDialog });
  }, [keys]);
}
