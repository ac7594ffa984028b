import { useRef } from 'react';

const firstField = ':is(input, textarea, select):not([hidden], [type=file], [type=checkbox], :disabled)';

/**
 * Focuses the first field of a dialog, and returns the focus when the dialog closes, unless another element has it by
 * then. Needed for dialogs that are opened by state: the library handles only its own triggers.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      // The first field gets the focus, not the close button.
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
      // The opener may have been removed with its row.
      const target = current?.isConnected ? current : document.getElementById('main');
      if (target instanceof HTMLElement) target.focus();
    },
  };
}
