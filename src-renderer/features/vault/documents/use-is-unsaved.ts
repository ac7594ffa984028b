import { useQuery } from '@tanstack/react-query';
import { useDocuments } from './documents-store.ts';
import { scriptDraftsQuery } from './script-drafts.ts';
import { type DocumentId, isUnsaved } from './script-edit.ts';

/** Returns true if a document has a draft that this window has not decrypted yet. */
export function useIsSealed(id: DocumentId): boolean {
  const { data: listed } = useQuery(scriptDraftsQuery);
  const isOpened = useDocuments(({ opened }) => opened[id]) ?? false;
  return !isOpened && listed?.includes(id) === true;
}

/** Returns true if a document has unsaved changes: in this window, or in a draft that is not decrypted yet. */
export function useIsUnsaved(id: DocumentId): boolean {
  const isSealed = useIsSealed(id);
  return useDocuments(({ edits }) => isUnsaved(edits[id])) || isSealed;
}
