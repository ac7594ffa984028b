import { History, Play, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { DeleteCodeDialog } from '../code/delete-code-dialog.tsx';
import { useDocuments } from '../documents/documents-store.ts';
import { dropDocument } from '../documents/script-drafts.ts';
import { documentIdOf } from '../documents/script-edit.ts';
import type { OpenDocument } from '../documents/use-document.ts';
import { RevisionsDialog } from '../revisions/revisions-dialog.tsx';
import type { CodeDetailProps } from '../vault-props.ts';

interface StoredActionsProps extends CodeDetailProps {
  current: EncryptedCodeMetadata;
  document: OpenDocument;
  onRun(): void;
}

/** Buttons of a stored script: run, revisions, delete. */
export function StoredActions(props: StoredActionsProps) {
  const { current, masterPassword, document, dropOptionsOf } = props;
  const { name } = current;
  const [dialog, setDialog] = useState<'none' | 'delete' | 'revisions'>('none');
  const close = () => setDialog('none');
  const forget = () => {
    const { chosen, choose } = useDocuments.getState();
    if (chosen === name) choose(undefined);
    dropDocument(documentIdOf(name));
    dropOptionsOf(name);
  };
  return (
    <>
      <RunButton {...props} />
      <Button onClick={() => setDialog('revisions')} icon={<History size={14} aria-hidden="true" />}>
        Revisions
      </Button>
      <Button kind="danger" onClick={() => setDialog('delete')} icon={<Trash2 size={14} aria-hidden="true" />}>
        Delete
      </Button>
      {dialog === 'delete' && (
        <DeleteCodeDialog name={name} isUnsaved={document.isUnsaved} onClose={close} onDeleted={forget} />
      )}
      {dialog === 'revisions' && (
        <RevisionsDialog current={current} masterPassword={masterPassword} document={document} onClose={close} />
      )}
    </>
  );
}

function RunButton({ current, document, runUnderWay, runOptionsOf, onRun, onCancel }: StoredActionsProps) {
  const { name } = current;
  const underWay = runUnderWay(name);
  if (underWay === 'this')
    return (
      <Button kind="danger" onClick={onCancel} icon={<Square size={14} aria-hidden="true" />}>
        Cancel run
      </Button>
    );
  const disabledReason = disabledReasonOf(
    document.isUnsaved,
    underWay === 'other',
    runOptionsOf(current) === undefined,
  );
  return (
    <Button
      onClick={onRun}
      disabled={disabledReason !== undefined}
      title={disabledReason}
      icon={<Play size={14} aria-hidden="true" />}
    >
      Decrypt and run
    </Button>
  );
}

function disabledReasonOf(isUnsaved: boolean, isOtherRunning: boolean, areOptionsLoading: boolean): string | undefined {
  if (isUnsaved) return 'Save the script first: runs use the stored revision.';
  if (isOtherRunning) return 'Another run is in progress. You can see and cancel it on the Run screen.';
  return areOptionsLoading ? 'The run options of this script are loading.' : undefined;
}
