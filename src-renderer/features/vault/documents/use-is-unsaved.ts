import { useDocuments } from './documents-store.ts';
import { type DocumentId, isUnsaved } from './script-edit.ts';

/** Whether a document has an edit that is not saved in the vault. */
export const useIsUnsaved = (id: DocumentId): boolean => useDocuments(({ edits }) => isUnsaved(edits[id]));
