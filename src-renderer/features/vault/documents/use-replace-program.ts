import { showToast } from '../../../ui/overlays/toasts.ts';
import { hasRuleProblem } from '../rules/rules-summary.ts';
import type { ScriptProgram } from '../vault-props.ts';
import { useDocuments } from './documents-store.ts';
import { saveDocument } from './save-document.ts';
import { type DocumentId, isSameText } from './script-edit.ts';
import type { OpenDocument, StoredText } from './use-document.ts';

interface Script {
  document: OpenDocument;
  storedText: StoredText | undefined;
  masterPassword: string;
}

/**
 * Returns the program of a stored script, which a file of its runs can replace; undefined while the script cannot be saved.
 * The new program is saved at once, as the files of the runs are: a discarded change would lose the file.
 */
export function useReplaceProgram(
  id: DocumentId,
  { document, storedText, masterPassword }: Script,
): ScriptProgram | undefined {
  const isPending = useDocuments(({ saves }) => saves[id]?.isPending ?? false);
  const { text, edit, isOutdated, change } = document;
  if (storedText === undefined || isPending || isOutdated || hasRuleProblem(text.network)) return undefined;
  return {
    language: text.language,
    onText: (program) => {
      change(program);
      const changed = { ...text, ...program };
      // A saved edit is newer than the decrypted revision.
      if (edit?.isSaved !== true && isSameText(changed, storedText.text)) return;
      const base = edit?.base ?? storedText.revision;
      void saveDocument(id, { masterPassword, edit: { base, text: changed }, expected: base }).then((isStored) => {
        if (isStored) showToast(`${text.name} is saved with the other program, encrypted.`);
      });
    },
  };
}
