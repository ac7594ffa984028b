import type { ShellApi } from '../../../src-shared/shell-api.ts';
import { renewIfNeeded } from '../../client/send.ts';
import { sessionStore } from '../../client/session/session.ts';

/** Lends the session of this window to the quick run window when the shell asks. Returns how to stop. */
export function lendOnRequest(shell: ShellApi): () => void {
  return shell.onLend(() => void lend(shell));
}

async function lend(shell: ShellApi): Promise<void> {
  // Without the daemon no token can be renewed, and none is of use.
  await renewIfNeeded().catch(() => undefined);
  const { session } = sessionStore.getState();
  const isOpen = session !== null && !session.isRefused;
  await shell.lendSession(isOpen ? { token: session.token, user: session.user } : null);
}
