import { beforeSessionEnds, defineSessionStore, sessionQueries } from '../../client/session/session-scope.ts';
import { createMasterSealer, type DraftSealer } from '../../crypto/draft-sealer.ts';
import { dropKeys, holdKeys } from '../../crypto/held-keys.ts';
import { followOtherWindows } from './password/other-windows.ts';

interface VaultState {
  /** The master password while the vault is open, only in this window's memory. */
  masterPassword: string | null;
  /** Encrypts and decrypts drafts of scripts. */
  sealer: DraftSealer | null;
  open(masterPassword: string): void;
  close(): void;
}

export const useVault = defineSessionStore<VaultState>((set, get) => {
  let stopFollowing: (() => void) | undefined;
  // A lock that waits for the daemon before it loads the page again has no keys either.
  beforeSessionEnds(async () => dropKeys());
  return {
    masterPassword: null,
    sealer: null,
    open: (masterPassword) => {
      stopFollowing?.();
      stopFollowing = followOtherWindows(() => {
        get().close();
        // The scripts that this window has read are sealed under the former password.
        void sessionQueries().invalidateQueries({ queryKey: ['vault'] });
      });
      holdKeys(masterPassword);
      set({ masterPassword, sealer: createMasterSealer(masterPassword) });
    },
    close: () => {
      stopFollowing?.();
      stopFollowing = undefined;
      dropKeys();
      set({ masterPassword: null, sealer: null });
    },
  };
});
