import { useEffect } from 'react';
import { useDocuments } from './documents-store.ts';
import { changeDocument, dropDocument } from './script-drafts.ts';
import { blankCode, type DocumentId, isSameText, isUnsaved, type PlainCode, type ScriptEdit } from './script-edit.ts';

/** A decrypted revision. */
export interface StoredText {
  revision: number;
  text: PlainCode;
}

/** An open document as its form shows it. */
export interface OpenDocument {
  text: PlainCode;
  edit: ScriptEdit | undefined;
  isUnsaved: boolean;
  /** True if the stored revision is not the one that the unsaved edit is based on. */
  isOutdated: boolean;
  change(patch: Partial<PlainCode>): void;
}

/** Returns the document of a stored script, or of a new one. */
export function useDocument(id: DocumentId, stored: StoredText | undefined): OpenDocument {
  const edit = useDocuments(({ edits }) => edits[id]);
  const storedAt = stored?.revision ?? 0;
  // The saved edit is shown until its revision is decrypted, and is then dropped.
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
      // The state is read again, because two changes can occur before the next render.
      const latest = useDocuments.getState().edits[id];
      const text = { ...(latest?.text ?? original), ...patch };
      const base = latest?.base ?? storedAt;
      if (base === storedAt && isSameText(text, original)) dropDocument(id);
      else changeDocument(id, { text, base });
    },
  };
}
