import { useQuery } from '@tanstack/react-query';
import { useDocuments } from './documents-store.ts';
import { scriptDraftsQuery } from './script-drafts.ts';
import { type DocumentId, isUnsaved } from './script-edit.ts';

/** Whether a document has a draft that this window has not opened yet. */
export function useIsSealed(id: DocumentId): boolean {
  const { data: listed } = useQuery(scriptDraftsQuery);
  const isOpened = useDocuments(({ opened }) => opened[id]) ?? false;
  return !isOpened && listed?.includes(id) === true;
}

/** Whether a document has an edit that is not saved in the vault: here, or in a draft that is still sealed. */
export function useIsUnsaved(id: DocumentId): boolean {
  const isSealed = useIsSealed(id);
  return useDocuments(({ edits }) => isUnsaved(edits[id])) || isSealed;
}
