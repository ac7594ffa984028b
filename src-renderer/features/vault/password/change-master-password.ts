import {
  beginReseal,
  cancelReseal,
  commitReseal,
  putResealed,
} from '../../../../src-shared/contracts/reseal.contract.ts';
import { type EncryptedCodeMetadata, listCode, readCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { ApiError, asApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { withSealBatch } from '../../../crypto/seal-in-worker.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { scriptDraftsQuery } from '../documents/script-drafts.ts';
import { forgetVaultQueries } from '../save/store-sealed.ts';
import { runTransfer } from '../transfer/transfer-store.ts';
import { useVault } from '../vault-store.ts';
import { notifyOtherWindows } from './other-windows.ts';

export interface PasswordChange {
  current: string;
  next: string;
  /** Scripts that the current password does not decrypt stay as they are; otherwise nothing is changed. */
  leavesOthers: boolean;
}

/**
 * Checks what a change of the master password needs: the password that the vault is open with, and no unsaved script, because its
 * draft is encrypted with it.
 * @throws ApiError `decryption_failed`, `invalid_request`
 */
export async function requireChangeable(current: string): Promise<void> {
  if (current !== useVault.getState().masterPassword)
    throw new ApiError('decryption_failed', 'This is not the master password that the vault is open with.');
  const drafts = await sessionQueries().fetchQuery({ ...scriptDraftsQuery, staleTime: 0 });
  if (drafts.length === 0) return;
  const subject = drafts.length === 1 ? '1 script has' : `${drafts.length} scripts have`;
  throw new ApiError('invalid_request', `${subject} unsaved changes. Save or discard them first.`);
}

/**
 * Encrypts every script again, and replaces all of them at once. A failure, or Cancel, changes nothing; the transfer
 * says why.
 */
export async function changeMasterPassword({ current, next, leavesOthers }: PasswordChange): Promise<void> {
  const { code: scripts } = await call(listCode, {});
  const { id } = await call(beginReseal, {});
  const others: string[] = [];
  try {
    const isSent = await sendAll({ id, scripts, current, next, others: leavesOthers ? others : undefined });
    if (!isSent) return;
    const { code } = await call(commitReseal, { params: { id }, body: { otherPassword: others } });
    useVault.getState().open(next);
    notifyOtherWindows();
    showToast(`The master password is changed. ${countOf(code)} with it.`);
    await forgetVaultQueries();
  } finally {
    // After the commit there is nothing left to cancel.
    await call(cancelReseal, { params: { id } }).catch(() => undefined);
  }
}

interface Sending extends Pick<PasswordChange, 'current' | 'next'> {
  id: string;
  scripts: readonly EncryptedCodeMetadata[];
  /** Gets the names of scripts that another password encrypts; undefined: such a script is a failure. */
  others: string[] | undefined;
}

/** Sends every script sealed under the next password; returns false if the transfer was cancelled or one failed. */
async function sendAll({ id, scripts, current, next, others }: Sending): Promise<boolean> {
  let failures = 0;
  const isWhole = await withSealBatch(current, (before) =>
    withSealBatch(next, (after) =>
      runTransfer({
        kind: 'reseal',
        items: scripts,
        nameOf: ({ name }) => name,
        handle: async ({ name }) => {
          try {
            const { encryptedPayload, revision } = await call(readCode, { params: { name } });
            const payload = await after.seal(await before.open(encryptedPayload));
            await call(putResealed, { params: { id, name }, body: { revision, encryptedPayload: payload } });
          } catch (error) {
            if (others !== undefined && asApiError(error).code === 'decryption_failed') {
              others.push(name);
              return;
            }
            failures += 1;
            throw error;
          }
        },
      }),
    ),
  );
  return isWhole && failures === 0;
}

const countOf = (count: number) => (count === 1 ? '1 script is encrypted' : `${count} scripts are encrypted`);
