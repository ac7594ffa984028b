import { defineSessionStore, sessionSignal } from '../../../client/session/session-scope.ts';
import { dismissToast, showActionToast } from '../../../ui/overlays/toasts.ts';
import type { KeptScript } from './kept-script.ts';

/** Time in which a deletion can be undone. */
export const undoMs = 10_000;

/** A deletion that can be undone. */
export interface Undoable {
  kept: readonly KeptScript[];
  toastId: number;
  timer: ReturnType<typeof setTimeout>;
}

/** Deletions that can be undone, oldest first. They are dropped from the page's memory after {@link undoMs}. */
export const useUndoables = defineSessionStore<{ undoables: readonly Undoable[] }>(() => ({ undoables: [] }));

/** Shows that scripts are deleted, with a button that undoes it. */
export function offerUndo(kept: readonly KeptScript[], message: string, undo: (undoable: Undoable) => void): void {
  const toastId = showActionToast(message, { label: 'Undo', run: () => undo(undoable) });
  const undoable: Undoable = { kept, toastId, timer: setTimeout(() => takeUndoable(undoable), undoMs) };
  sessionSignal()?.addEventListener('abort', () => clearTimeout(undoable.timer), { once: true });
  useUndoables.setState(({ undoables }) => ({ undoables: [...undoables, undoable] }));
}

/** Takes a deletion out of those that can be undone; returns false if it no longer can. */
export function takeUndoable(undoable: Undoable): boolean {
  const { undoables } = useUndoables.getState();
  clearTimeout(undoable.timer);
  dismissToast(undoable.toastId);
  useUndoables.setState({ undoables: undoables.filter((other) => other !== undoable) });
  return undoables.includes(undoable);
}
