import { defineSessionStore } from '../../client/session/session-scope.ts';
import { createMasterSealer, type DraftSealer } from '../../crypto/draft-sealer.ts';

interface VaultState {
  /** In this window's memory while the vault is open; a lock loads the page again. */
  masterPassword: string | null;
  /** Seals and opens drafts of scripts; derives one key for all that it seals. */
  sealer: DraftSealer | null;
  open(masterPassword: string): void;
  close(): void;
}

export const useVault = defineSessionStore<VaultState>((set) => ({
  masterPassword: null,
  sealer: null,
  open: (masterPassword) => set({ masterPassword, sealer: createMasterSealer(masterPassword) }),
  close: () => set({ masterPassword: null, sealer: null }),
}));
