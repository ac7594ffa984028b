import { Save, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { asApiError } from '../../../client/api-error.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { modifier } from '../../../ui/controls/kbd.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { DraftMark } from '../../../ui/forms/draft-mark.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { usePanelKey } from '../../../ui/split/use-panel-key.ts';
import { ConflictNote } from '../documents/conflict-note.tsx';
import { DirtyMark } from '../documents/dirty-mark.tsx';
import { DiscardDialog } from '../documents/discard-dialog.tsx';
import { useDocuments } from '../documents/documents-store.ts';
import { saveDocument } from '../documents/save-document.ts';
import { showOtherDraft } from '../documents/script-drafts.ts';
import type { DocumentId } from '../documents/script-edit.ts';
import type { OpenDocument, StoredText } from '../documents/use-document.ts';
import { hasRuleProblem } from '../rules/rules-summary.ts';
import { keepingOf } from '../save/keeping-of.ts';
import { ReplaceDialog } from '../save/replace-dialog.tsx';
import type { ExpectedRevision } from '../save/store-sealed.ts';
import { StoredActions } from '../save/stored-actions.tsx';
import type { CodeDetailProps } from '../vault-props.ts';
import { nameProblem } from './code-name.ts';

interface FormActionsProps extends CodeDetailProps {
  id: DocumentId;
  document: OpenDocument;
  storedText: StoredText | undefined;
  /** The stored script with the name of the new one. */
  taken: EncryptedCodeMetadata | undefined;
  onRun(name: string): void;
}

/** Buttons of the open script: save, discard changes, and those for a stored script. */
export function FormActions(props: FormActionsProps) {
  const { id, document, storedText, taken, current, onRun } = props;
  const [dialog, setDialog] = useState<'none' | 'replace' | 'discard'>('none');
  const close = () => setDialog('none');
  const { isPending = false, error } = useDocuments(({ saves }) => saves[id]) ?? {};
  const save = useSave(props);
  const { name } = document.text;
  const cannotSave = reasonNotToSave(document);
  // The reloaded list causes a message at the name or in the conflict note.
  const isSaidElsewhere =
    asApiError(error).code === 'precondition_failed' && (document.isOutdated || taken !== undefined);
  const hasChanges = document.isUnsaved || current === undefined;
  const saveOrAsk = () => {
    if (cannotSave !== undefined) showToast(cannotSave, 'danger');
    else if (!hasChanges) showToast(`${name} has no unsaved changes.`);
    else if (taken) setDialog('replace');
    else void save(storedText?.revision ?? 'none');
  };
  usePanelKey('$mod+KeyS', () => {
    if (!isPending) saveOrAsk();
  });
  return (
    <>
      <ConflictNote id={id} document={document} storedText={storedText} />
      <div className="@container flex flex-wrap items-center gap-2">
        <Button
          // After a save, the run is what comes next.
          kind={hasChanges ? 'primary' : 'plain'}
          busy={isPending}
          disabled={cannotSave !== undefined}
          title={cannotSave ?? `${modifier}+S`}
          onClick={saveOrAsk}
          icon={<Save size={14} aria-hidden="true" />}
        >
          <span>
            Save<span className="sr-only @lg:not-sr-only"> encrypted</span>
          </span>
        </Button>
        {current && (
          <StoredActions {...props} current={current} document={document} onRun={() => onRun(current.name)} />
        )}
        {document.isUnsaved && (
          <>
            <IconButton
              label="Discard changes"
              onClick={() => setDialog('discard')}
              icon={<Undo2 size={16} aria-hidden="true" />}
              className="w-7!"
            />
            <UnsavedState id={id} />
          </>
        )}
      </div>
      {!isSaidElsewhere && <ErrorNote error={error} />}
      {dialog === 'discard' && <DiscardDialog id={id} name={name} onClose={close} />}
      {dialog === 'replace' && taken && (
        <ReplaceDialog
          stored={taken}
          busy={isPending}
          onClose={close}
          onConfirm={() => void save(taken.revision).then(close)}
        />
      )}
    </>
  );
}

/** Returns why the document cannot be saved, and what to do first; undefined if it can. */
function reasonNotToSave({ text, isOutdated }: OpenDocument): string | undefined {
  if (text.name === '') return 'Enter a name first.';
  if (isOutdated) return 'Another window changed this script. Compare the two and choose first.';
  if (hasRuleProblem(text.network)) return 'Correct the network rules first.';
  return nameProblem(text.name);
}

/** Shows that there are unsaved changes, and whether they are saved as a draft. */
function UnsavedState({ id }: { id: DocumentId }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="flex items-center gap-1 text-sm text-muted">
        <DirtyMark />
        <span aria-hidden="true" className="hidden @lg:inline">
          Unsaved
        </span>
      </span>
      <DraftMark isBrief ids={[id]} onTaken={showOtherDraft} />
    </div>
  );
}

function useSave({ id, document, masterPassword, taken }: FormActionsProps) {
  return async (expected: ExpectedRevision): Promise<void> => {
    const { text, edit } = document;
    const toSave = { base: edit?.base ?? 0, text: taken ? keepingOf(text, taken) : text };
    const isStored = await saveDocument(id, { masterPassword, edit: toSave, expected });
    if (isStored) showToast(`${text.name} is saved, encrypted.`);
  };
}
