import { defineSessionStore } from '../../../client/session/session-scope.ts';

interface SelectionState {
  /** Names of the selected scripts. Some may no longer be stored. */
  selected: ReadonlySet<string>;
  /** Key of the row at which a range begins. */
  anchor: string | undefined;
  select(selected: ReadonlySet<string>, anchor: string | undefined): void;
}

const none: ReadonlySet<string> = new Set<string>([]);

/** The scripts that are selected in the tree. The selection outlives a change of the screen, but not the session. */
export const useSelection = defineSessionStore<SelectionState>((set) => ({
  selected: none,
  anchor: undefined,
  select: (selected, anchor) => set({ selected, anchor }),
}));

/** Selects nothing; the next range begins at this row. */
export const clearSelection = (anchor?: string): void => useSelection.getState().select(none, anchor);
