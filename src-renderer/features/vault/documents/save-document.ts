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
 * Saves a document. What is typed while it is being saved stays an unsaved edit of the new revision. The outcome is noted
 * with the document: another one can be open by then.
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
    // After the edit is of the new revision: the list would else say that another window has saved it.
    void forgetVaultQueries();
  }
}

function settle(id: DocumentId, { text }: ScriptEdit, base: number): void {
  const storedId = documentIdOf(text.name);
  const latest = useDocuments.getState().edits[id];
  const isChanged = latest !== undefined && !isSameText(latest.text, text);
  if (id !== storedId && hasOtherEdit(storedId)) {
    // The script whose name was taken has unsaved changes: they are compared with the new revision, not dropped.
    if (isChanged) return;
    dropDocument(id);
  } else {
    if (id !== storedId) dropDocument(id);
    // A changed name of the new script is another script: what was typed since belongs to the one that is stored.
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
