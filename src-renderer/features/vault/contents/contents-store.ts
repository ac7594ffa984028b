import { type EncryptedCodeMetadata, readCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { call } from '../../../client/call.ts';
import { defineSessionStore, sessionSignal } from '../../../client/session/session-scope.ts';
import { addContents, findContents } from '../../../crypto/contents-in-worker.ts';
import type { ContentsHit } from '../../../crypto/contents-search.ts';
import { useVault } from '../vault-store.ts';

interface ContentsState {
  /** Number of scripts that can be searched or cannot be decrypted, and of those that cannot. */
  done: number;
  failed: number;
  isLoading: boolean;
  /** Undefined until the first search, and after the vault was closed. */
  opened: Opened | undefined;
}

/** The search in the contents of scripts. Decrypted text is only in the worker of the open vault, which ends with it. */
export const useContents = defineSessionStore<ContentsState>(() => none);

const none: ContentsState = { done: 0, failed: 0, isLoading: false, opened: undefined };

interface Opened {
  masterPassword: string;
  /** Revision by name of the scripts that were tried. */
  revisions: Map<string, number>;
}

/**
 * Decrypts the scripts that the search does not have yet, one after the other, until the vault or the session is closed.
 * Does nothing while the vault is locked.
 */
export async function loadContents(stored: readonly EncryptedCodeMetadata[]): Promise<void> {
  const { masterPassword } = useVault.getState();
  if (masterPassword === null || useContents.getState().isLoading) return;
  const own = openIndex(masterPassword);
  const signal = sessionSignal();
  const isStopped = () => signal?.aborted === true || useContents.getState().opened !== own;
  const change = (patch: Partial<ContentsState>) => {
    if (!isStopped()) useContents.setState(patch);
  };
  change({ isLoading: true });
  for (const { name, revision } of stored) {
    if (isStopped()) return;
    if (own.revisions.get(name) === revision) continue;
    const problem = await addScript(own, name).catch(() => 'not-read');
    own.revisions.set(name, revision);
    const { failed } = isStopped() ? none : useContents.getState();
    change({ done: own.revisions.size, failed: failed + (problem === undefined ? 0 : 1) });
  }
  change({ isLoading: false });
}

/** Returns the scripts whose decrypted code contains the text. */
export async function findInContents(text: string): Promise<readonly ContentsHit[]> {
  const { opened } = useContents.getState();
  return opened === undefined ? [] : findContents(opened.masterPassword, text);
}

async function addScript({ masterPassword }: Opened, name: string) {
  const { encryptedPayload: payload } = await call(readCode, { params: { name } });
  return addContents({ masterPassword, name, payload });
}

function openIndex(masterPassword: string): Opened {
  const before = useContents.getState().opened;
  if (before?.masterPassword === masterPassword) return before;
  const opened: Opened = { masterPassword, revisions: new Map() };
  useContents.setState({ ...none, opened });
  // The lock of the vault ends the worker with all text and keys.
  const unsubscribe = useVault.subscribe((state) => {
    if (state.masterPassword === masterPassword) return;
    unsubscribe();
    if (useContents.getState().opened === opened) useContents.setState(none);
  });
  return opened;
}
