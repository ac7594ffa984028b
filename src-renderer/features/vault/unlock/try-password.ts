import { type EncryptedCodeMetadata, readCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { ApiError, asApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { loadDraft } from '../../../client/drafts/drafts.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { createMasterSealer } from '../../../crypto/draft-sealer.ts';
import { dropKeys, holdKeys } from '../../../crypto/held-keys.ts';
import { openInWorker } from '../../../crypto/seal-in-worker.ts';
import { scriptDraftsQuery } from '../documents/script-drafts.ts';
import type { DocumentId } from '../documents/script-edit.ts';
import { forgetVaultQueries } from '../save/store-sealed.ts';

/**
 * Decrypts the newest stored script that the daemon does not refuse, or `draft` if no script is stored.
 * @throws ApiError `decryption_failed` if the password is wrong
 */
export async function tryPassword(
  password: string,
  stored: readonly EncryptedCodeMetadata[],
  draft: DocumentId | undefined,
): Promise<void> {
  // The key of the script that the password is tried with is the first that the open vault keeps.
  holdKeys(password);
  try {
    await tryScripts(password, stored, draft);
  } catch (error) {
    dropKeys();
    throw error;
  }
}

async function tryScripts(
  password: string,
  stored: readonly EncryptedCodeMetadata[],
  draft: DocumentId | undefined,
): Promise<void> {
  if (draft !== undefined) return tryDraft(password, draft);
  for (const { name } of stored.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))) {
    try {
      const { encryptedPayload } = await call(readCode, { params: { name } });
      return await openInWorker(password, encryptedPayload).then(() => undefined);
    } catch (error) {
      const { code } = asApiError(error);
      if (code === 'decryption_failed') throw wrongPassword(`${name}, which was saved last`);
      if (code !== 'item_rolled_back') throw error;
    }
  }
}

async function tryDraft(password: string, draft: DocumentId): Promise<void> {
  try {
    if ((await loadDraft(draft, createMasterSealer(password))) !== undefined) return;
  } catch (error) {
    throw asApiError(error).code === 'decryption_failed' ? wrongPassword('your unsaved script') : error;
  }
  // The password could not be checked: another window saved or discarded the draft.
  await sessionQueries().invalidateQueries({ queryKey: scriptDraftsQuery.queryKey });
  await forgetVaultQueries();
  throw new ApiError('draft_changed', 'The unsaved script was saved or discarded in another window. Try again.');
}

function wrongPassword(what: string): ApiError {
  return new ApiError(
    'decryption_failed',
    `This master password does not decrypt ${what}. Check Caps Lock and the keyboard layout, and try again.`,
  );
}
