import { sessionQueries } from '../../../client/session/session-scope.ts';
import { type ExpectedRevision, forgetVaultQueries, storeSealed } from '../save/store-sealed.ts';
import { followStored, useDocuments } from './documents-store.ts';
import { changeDocument, dropDocument, scriptDraftsQuery } from './script-drafts.ts';
import { type DocumentId, documentIdOf, isSameText, isUnsaved, type ScriptEdit } from './script-edit.ts';

interface Save {
  masterPassword: string;
  edit: ScriptEdit;
  expected: ExpectedRevision;
}

/**
 * Saves a document. Changes during the save stay an unsaved edit of the new revision. The outcome is stored with the
 * document, because another one can be open by then.
 */
export async function saveDocument(id: DocumentId, { masterPassword, edit, expected }: Save): Promise<boolean> {
  const { setSave } = useDocuments.getState();
  if (useDocuments.getState().saves[id]?.isPending) return false;
  setSave(id, { isPending: true, error: undefined });
  try {
    const base = await storeSealed(masterPassword, edit.text, expected);
    settle(id, edit, base);
    setSave(id, undefined);
    return true;
  } catch (error) {
    setSave(id, { isPending: false, error });
    return false;
  } finally {
    // This follows the update of the edit: otherwise the list would report a save by another window.
    void forgetVaultQueries();
  }
}

function settle(id: DocumentId, { text }: ScriptEdit, base: number): void {
  const storedId = documentIdOf(text.name);
  const latest = useDocuments.getState().edits[id];
  const isChanged = latest !== undefined && !isSameText(latest.text, text);
  if (id !== storedId && hasOtherEdit(storedId)) {
    // The replaced script has unsaved changes. They are compared with the new revision, not dropped.
    if (isChanged) return;
    dropDocument(id);
  } else {
    if (id !== storedId) dropDocument(id);
    // Changes made during the save belong to the stored script, even if the name was changed.
    const now = isChanged ? { ...latest.text, name: text.name } : text;
    changeDocument(storedId, { text: now, base, isSaved: !isChanged });
  }
  if (id !== storedId) followStored(id, text.name);
}

function hasOtherEdit(id: DocumentId): boolean {
  const { edits, opened } = useDocuments.getState();
  const listed = sessionQueries().getQueryData<readonly DocumentId[]>(scriptDraftsQuery.queryKey);
  return isUnsaved(edits[id]) || (!opened[id] && listed?.includes(id) === true);
}
