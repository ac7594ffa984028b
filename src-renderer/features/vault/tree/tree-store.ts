import { defineSessionStore } from '../../../client/session/session-scope.ts';

interface TreeState {
  /** Paths of the folders that the user closed; all others are open. */
  closed: ReadonlySet<string>;
  /** Key of the row that the keys act on. */
  active: string | undefined;
  setOpen(folder: string, isOpen: boolean): void;
  activate(key: string): void;
}

/** Closed folders and active row of the vault's tree. They outlive a change of the screen, but not the session. */
export const useTree = defineSessionStore<TreeState>((set) => ({
  closed: new Set(),
  active: undefined,
  setOpen: (folder, isOpen) =>
    set(({ closed }) => {
      const next = new Set(closed);
      if (isOpen) next.delete(folder);
      else next.add(folder);
      return { closed: next };
    }),
  activate: (active) => set({ active }),
}));
