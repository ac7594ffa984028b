import { useRef } from 'react';

const firstField = ':is(input, textarea, select):not([hidden], [type=file], [type=checkbox], :disabled)';

/**
 * Begins at the first field of a dialog, and brings the focus back to where it was before it opened, unless it has found
 * a place of its own meanwhile. For dialogs that are opened by state: the library knows only the triggers that it drew.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      // Where there is something to fill in, one begins there and not at the button that closes.
      const { target } = event;
      const field = target instanceof Element ? target.querySelector<HTMLElement>(firstField) : null;
      if (field === null) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isLost = document.activeElement === null || document.activeElement === document.body;
      const { current } = opener;
      if (!isLost) return;
      // A row that was deleted took its button with it.
      const target = current?.isConnected ? current : document.getElementById('main');
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
