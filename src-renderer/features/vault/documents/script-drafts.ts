import { deleteDraft } from '../../../../src-shared/contracts/drafts.contract.ts';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { listDraftIds, loadDraft, updateDraft } from '../../../client/drafts/drafts.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { useVault } from '../vault-store.ts';
import { useDocuments } from './documents-store.ts';
import {
  type DocumentId,
  draftTextOf,
  isDocumentId,
  isUnsaved,
  readDraftText,
  type ScriptEdit,
} from './script-edit.ts';

/** The documents that have a draft; opening one needs the master password. */
export const scriptDraftsQuery = {
  queryKey: ['script-drafts'],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly DocumentId[]> =>
    (await listDraftIds(signal)).filter(isDocumentId),
  staleTime: 30_000,
};

/** Sets the edit of a document, and saves its draft under the master password that the vault is open with. */
export function changeDocument(id: DocumentId, edit: ScriptEdit): void {
  useDocuments.getState().setEdit(id, edit);
  updateScriptDraft(id, isUnsaved(edit) ? draftTextOf(edit) : undefined);
}

/** Drops the edit of a document, and removes its draft. */
export function dropDocument(id: DocumentId): void {
  useDocuments.getState().setEdit(id, undefined);
  updateScriptDraft(id, undefined);
}

/**
 * Opens the draft of a document, unless this window has an edit of its own.
 * @throws ApiError `decryption_failed` when the master password does not open it, `unreadable` for an unknown format
 */
export async function restoreDocument(id: DocumentId): Promise<void> {
  const { sealer } = useVault.getState();
  if (sealer === null) return;
  const text = await loadDraft(id, sealer);
  if (useDocuments.getState().opened[id]) return;
  const edit = text === undefined ? undefined : readDraftText(text);
  if (text !== undefined && edit === undefined)
    throw new ApiError('unreadable', 'The draft was written by another version of Strongroom.');
  useDocuments.getState().setEdit(id, edit);
}

/** Shows the draft of another window, which the user chose instead of this window's edit. */
export function showOtherDraft(id: string, text: string | undefined): void {
  if (isDocumentId(id)) useDocuments.getState().setEdit(id, text === undefined ? undefined : readDraftText(text));
}

/** Removes a draft that could not be opened. @throws ApiError */
export async function deleteSealedDraft(id: DocumentId): Promise<void> {
  await call(deleteDraft, { params: { id } });
  useDocuments.getState().setEdit(id, undefined);
  await sessionQueries().invalidateQueries({ queryKey: scriptDraftsQuery.queryKey });
}

function updateScriptDraft(id: DocumentId, text: string | undefined): void {
  const { sealer } = useVault.getState();
  if (sealer !== null) updateDraft(id, text, sealer);
}
