import { useDocuments } from './documents-store.ts';
import type { DocumentId, ScriptEdit } from './script-edit.ts';

/** Sets the edit of a document, and saves its draft. */
export function changeDocument(id: DocumentId, edit: ScriptEdit): void {
  useDocuments.getState().setEdit(id, edit);
}

/** Drops the edit of a document, and its draft. */
export function dropDocument(id: DocumentId): void {
  useDocuments.getState().setEdit(id, undefined);
}
