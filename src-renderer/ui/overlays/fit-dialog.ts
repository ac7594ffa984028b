/** Parts that a cut would make hard to read: a control with its label, its hint and its problem. */
const parts = '[data-field], button, input, select, textarea, summary, .cm-editor';
const gap = 8;
/** A dialog keeps this share of the height that it could have. */
const leastShare = 0.6;
/** Each step moves the edge above what it cuts, which can cut something in another column. */
const steps = 4;

/**
 * Keeps the fixed head and buttons of a dialog off its fields: what gets the focus scrolls to where neither covers it, and a
 * dialog that is too high for the window becomes so low that its buttons begin between two fields, not inside one.
 * Returns a function that ends this.
 */
export function fitDialog(dialog: HTMLElement): () => void {
  const adjust = () => {
    const head = dialog.querySelector<HTMLElement>('[data-dialog-head]');
    const actions = actionsOf(dialog);
    dialog.style.scrollPaddingTop = `${(head?.offsetHeight ?? 0) + gap}px`;
    dialog.style.scrollPaddingBottom = `${(actions?.offsetHeight ?? 0) + gap}px`;
    // A dialog that was scrolled is not moved under the pointer.
    if (actions === undefined || dialog.scrollTop > 0) return;
    dialog.style.maxHeight = '';
    const full = dialog.offsetHeight;
    for (let step = 0; step < steps && dialog.scrollHeight > dialog.clientHeight + 1; step++) {
      const edge = cutAbove(dialog, actions);
      const height = edge === undefined ? 0 : dialog.offsetHeight - edge;
      if (height < full * leastShare) break;
      // In a window that becomes lower later, the limit of every dialog holds.
      dialog.style.maxHeight = `min(94vh, ${height}px)`;
    }
  };
  const observer = new ResizeObserver(adjust);
  observer.observe(dialog);
  for (const child of dialog.children) observer.observe(child);
  addEventListener('resize', adjust);
  adjust();
  return () => {
    observer.disconnect();
    removeEventListener('resize', adjust);
  };
}

/** The buttons of the dialog itself: those of its last part. */
function actionsOf(dialog: HTMLElement): HTMLElement | undefined {
  return [...dialog.querySelectorAll<HTMLElement>('[data-dialog-actions]')].at(-1);
}

/** Returns by how much the dialog must be lower so that its buttons begin above the part that they cut; undefined for none. */
function cutAbove(dialog: HTMLElement, actions: HTMLElement): number | undefined {
  const edge = actions.getBoundingClientRect().top;
  const limit = dialog.clientHeight / 2;
  const tops = [...dialog.querySelectorAll<HTMLElement>(parts)].flatMap((part) => {
    if (actions.contains(part) || !part.checkVisibility()) return [];
    const { top, bottom, height } = part.getBoundingClientRect();
    return top < edge && bottom > edge + 1 && height < limit ? [top] : [];
  });
  return tops.length === 0 ? undefined : edge - Math.min(...tops) + gap / 2;
}
