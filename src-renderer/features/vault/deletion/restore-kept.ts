import { saveDraft } from '../../../../src-shared/contracts/drafts.contract.ts';
import type { EncryptedCode } from '../../../../src-shared/contracts/vault.contract.ts';
import type { DraftPayload } from '../../../../src-shared/zk/draft-payload.ts';
import { asApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { sessionSignal } from '../../../client/session/session-scope.ts';
import { whenReachable } from '../../../client/when-reachable.ts';
import { useDocuments } from '../documents/documents-store.ts';
import { changeDocument } from '../documents/script-drafts.ts';
import { documentIdOf, isDocumentId } from '../documents/script-edit.ts';
import { type ExpectedRevision, storePayload } from '../save/store-sealed.ts';
import { type KeptScript, keptName } from './kept-script.ts';

/**
 * Stores a deleted script again with its revisions, rules, run options and unsaved changes. Its revisions get new numbers
 * and times. The current one is stored first, and again as the last one: if the page or the daemon ends in between, the
 * script is there. Waits while the daemon does not answer.
 * @throws ApiError `precondition_failed` if the name is taken by now
 */
export async function restoreKept(kept: KeptScript): Promise<void> {
  const { revisions, edit, drafts } = kept;
  const current = revisions.at(-1);
  if (current === undefined) return;
  let revision = await storeAgain(current, 'none');
  if (revisions.length > 1) for (const code of revisions) revision = await storeAgain(code, revision);
  for (const { id, payload } of drafts) await restoreDraft(id, payload).catch(ignoreNewer);
  if (edit === undefined) return;
  // Changes of an outdated revision stay outdated.
  const base = edit.base === current.revision ? revision : edit.base;
  changeDocument(documentIdOf(keptName(kept)), { ...edit, base });
}

async function restoreDraft(id: string, payload: DraftPayload): Promise<void> {
  await call(saveDraft, { params: { id }, body: { payload, basedOn: null } });
  // Its unsaved changes are to be opened again.
  if (isDocumentId(id)) useDocuments.setState(({ opened }) => ({ opened: { ...opened, [id]: undefined } }));
}

function storeAgain(code: EncryptedCode, expected: ExpectedRevision): Promise<number> {
  const { name, language, description, network, encryptedPayload } = code;
  const sealed = { name, language, description, network: network ?? null, encryptedPayload };
  return whenReachable(() => storePayload(sealed, expected), sessionSignal());
}

/** Another window has saved a newer draft of this name since, which stays. */
function ignoreNewer(error: unknown): void {
  if (asApiError(error).code !== 'draft_changed') throw error;
}
