import { useEffect } from 'react';
import { useDocuments } from './documents-store.ts';
import { changeDocument, dropDocument } from './script-drafts.ts';
import { blankCode, type DocumentId, isSameText, isUnsaved, type PlainCode, type ScriptEdit } from './script-edit.ts';

/** A stored revision in the clear. */
export interface StoredText {
  revision: number;
  text: PlainCode;
}

/** What a form shows of a document, and what can be done with its edit. */
export interface OpenDocument {
  text: PlainCode;
  edit: ScriptEdit | undefined;
  isUnsaved: boolean;
  /** The store has another revision than the one that the unsaved edit began from. */
  isOutdated: boolean;
  change(patch: Partial<PlainCode>): void;
}

/** The document of a stored script, or of a new one where nothing is stored. */
export function useDocument(id: DocumentId, stored: StoredText | undefined): OpenDocument {
  const edit = useDocuments(({ edits }) => edits[id]);
  const storedAt = stored?.revision ?? 0;
  // What was saved is shown until its revision has been decrypted; then the store's text takes its place.
  const isSettled = edit?.isSaved === true && storedAt >= edit.base;
  useEffect(() => {
    if (isSettled) dropDocument(id);
  }, [id, isSettled]);
  const original = stored?.text ?? blankCode;
  return {
    text: edit?.text ?? original,
    edit,
    isUnsaved: isUnsaved(edit),
    isOutdated: isUnsaved(edit) && edit !== undefined && edit.base !== storedAt,
    change: (patch) => {
      // Read again: two changes can come before the next render.
      const latest = useDocuments.getState().edits[id];
      const text = { ...(latest?.text ?? original), ...patch };
      const base = latest?.base ?? storedAt;
      if (base === storedAt && isSameText(text, original)) dropDocument(id);
      else changeDocument(id, { text, base });
    },
  };
}
