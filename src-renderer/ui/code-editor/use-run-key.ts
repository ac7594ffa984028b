import { useEffect, useRef } from 'react';
import { tinykeys } from 'tinykeys';
import { isInDialog } from '../split/use-panel-key.ts';

/**
 * Calls `run` when Ctrl+Enter is pressed outside of a dialog, in any field of the screen and while the editor is loading. An
 * event that a field or the editor has handled is not handled again. Undefined: the key does nothing.
 */
export function useRunKey(run: (() => void) | undefined): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const onKeys = (event: KeyboardEvent) => {
      if (latest.current === undefined) return;
      event.preventDefault();
      latest.current();
    };
    const isHandled = (event: KeyboardEvent) => event.defaultPrevented || isInDialog(event);
    return tinykeys(window, { '$mod+Enter': onKeys }, { ignore: isHandled });
  }, []);
}
