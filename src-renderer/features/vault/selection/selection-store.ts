import { defineSessionStore } from '../../../client/session/session-scope.ts';

interface SelectionState {
  /** Names of the selected scripts. Some may no longer be stored. */
  selected: ReadonlySet<string>;
  /** Keys of the rows at which the last range begins and ends. */
  anchor: string | undefined;
  end: string | undefined;
  /** Sets the selection, and the range that the next one continues. */
  select(selected: ReadonlySet<string>, anchor: string | undefined, end?: string): void;
}

const none: ReadonlySet<string> = new Set<string>([]);

/** The scripts that are selected in the tree. The selection outlives a change of the screen, but not the session. */
export const useSelection = defineSessionStore<SelectionState>((set) => ({
  selected: none,
  anchor: undefined,
  end: undefined,
  select: (selected, anchor, end = anchor) => set({ selected, anchor, end }),
}));

/** Selects nothing; the next range begins at this row. */
export const clearSelection = (anchor?: string): void => useSelection.getState().select(none, anchor);
