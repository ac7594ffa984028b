import { entityTag } from '../../../../src-shared/contracts/preconditions.ts';
import { type EncryptedCodeMetadata, renameCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { ApiError } from '../../../client/api-error.ts';
import { call } from '../../../client/call.ts';
import { flushDrafts } from '../../../client/drafts/drafts.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { useDocuments } from '../documents/documents-store.ts';
import { changeDocument, dropDocument, restoreDocument, scriptDraftsQuery } from '../documents/script-drafts.ts';
import { documentIdOf, isUnsaved } from '../documents/script-edit.ts';
import { forgetVaultQueries } from '../save/store-sealed.ts';
import { vaultQuery } from '../vault.queries.ts';
import { useVault } from '../vault-store.ts';

/**
 * Gives a script another name, with its revisions, run options and unsaved changes.
 * @throws ApiError `code_name_taken`, `precondition_failed`; `invalid_request` while its changes cannot be moved
 */
export async function renameScript(script: EncryptedCodeMetadata, to: string): Promise<void> {
  try {
    await moveScript(script, to);
  } finally {
    await forgetVaultQueries();
  }
}

/** The same as {@link renameScript}, but the caller must reload the list. */
export async function moveScript({ name, revision }: EncryptedCodeMetadata, to: string): Promise<void> {
  await openChanges(name);
  await requireNoChanges(to);
  // The daemon moves the stored run options.
  await flushDrafts();
  const headers = { 'If-Match': entityTag(revision) };
  const renamed = await call(renameCode, { params: { name }, body: { name: to }, headers });
  // The form of the new name must not show the list from before.
  sessionQueries().setQueryData(vaultQuery.queryKey, (list) =>
    list?.map((script) => (script.name === name ? renamed : script)),
  );
  moveChanges(name, to);
}

/** Decrypts the unsaved changes of a script in this window, because their draft is sealed for the script's name. */
async function openChanges(name: string): Promise<void> {
  const id = documentIdOf(name);
  const { saves, opened } = useDocuments.getState();
  if (saves[id]?.isPending) throw new ApiError('invalid_request', `${name} is being saved. Try again in a moment.`);
  const listed = await sessionQueries().ensureQueryData(scriptDraftsQuery);
  if (opened[id] || !listed.includes(id)) return;
  if (useVault.getState().sealer === null)
    throw new ApiError(
      'invalid_request',
      `${name} has unsaved changes. Enter the master password before you rename it.`,
    );
  await restoreDocument(id);
}

/** Changes of a script that is not stored any more may have the new name. They are never replaced. */
async function requireNoChanges(name: string): Promise<void> {
  const id = documentIdOf(name);
  const { edits, opened } = useDocuments.getState();
  const listed = await sessionQueries().ensureQueryData(scriptDraftsQuery);
  if (!isUnsaved(edits[id]) && (opened[id] || !listed.includes(id))) return;
  throw new ApiError('invalid_request', `There are unsaved changes named ${name}. Save or discard them first.`);
}

function moveChanges(from: string, to: string): void {
  const { edits, chosen, choose } = useDocuments.getState();
  const edit = edits[documentIdOf(from)];
  if (edit !== undefined && isUnsaved(edit))
    changeDocument(documentIdOf(to), { ...edit, text: { ...edit.text, name: to } });
  dropDocument(documentIdOf(from));
  if (chosen === from) choose(to);
}
