import { defineSessionStore } from '../../client/session-scope.ts';

interface VaultState {
  /** In this window's memory while the vault is open; a lock loads the window anew. */
  masterPassword: string | null;
  open(masterPassword: string): void;
  close(): void;
}

export const useVault = defineSessionStore<VaultState>((set) => ({
  masterPassword: null,
  open: (masterPassword) => set({ masterPassword }),
  close: () => set({ masterPassword: null }),
}));
