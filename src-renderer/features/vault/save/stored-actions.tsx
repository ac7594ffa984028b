import { Copy, History, PencilLine, Play, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { usePanelKey } from '../../../ui/split/use-panel-key.ts';
import { whyNotRun } from '../code/why-not-run.ts';
import { useDelete } from '../deletion/use-delete.tsx';
import type { OpenDocument } from '../documents/use-document.ts';
import { useIsUnsaved } from '../documents/use-is-unsaved.ts';
import { duplicateScript } from '../rename/duplicate-script.ts';
import { RenameDialog } from '../rename/rename-dialog.tsx';
import { RevisionsDialog } from '../revisions/revisions-dialog.tsx';
import type { CodeDetailProps } from '../vault-props.ts';

interface StoredActionsProps extends CodeDetailProps {
  current: EncryptedCodeMetadata;
  document: OpenDocument;
  onRun(): void;
}

/** Buttons of a stored script: run, revisions, rename, duplicate, delete. */
export function StoredActions(props: StoredActionsProps) {
  const { current, masterPassword, document, stored, dropOptionsOf, onRenamed } = props;
  const { name } = current;
  const [dialog, setDialog] = useState<'none' | 'rename' | 'revisions'>('none');
  const close = () => setDialog('none');
  const hasNewScript = useIsUnsaved('script-new');
  usePanelKey('F2', () => {
    // In the tree, the key renames the script of its row.
    if (window.document.activeElement?.closest('[role=tree]') === null) setDialog('rename');
  });
  const deletion = useDelete(stored, dropOptionsOf);
  return (
    <>
      <RunButton {...props} />
      <div className="flex">
        <IconButton
          label="Revisions"
          onClick={() => setDialog('revisions')}
          icon={<History size={16} aria-hidden="true" />}
          className="w-7!"
        />
        <IconButton
          label="Rename (F2)"
          onClick={() => setDialog('rename')}
          icon={<PencilLine size={16} aria-hidden="true" />}
          className="w-7!"
        />
        <IconButton
          label="Duplicate"
          onClick={() => duplicateScript(document.text, stored, hasNewScript)}
          icon={<Copy size={16} aria-hidden="true" />}
          className="w-7!"
        />
        <IconButton
          label="Delete"
          onClick={() => deletion.remove([name])}
          icon={<Trash2 size={16} aria-hidden="true" />}
          className="w-7!"
        />
      </div>
      {/* The options show it too. */}
      <div className="hidden @lg:block">{props.profileOf(current)}</div>
      {deletion.dialog}
      {dialog === 'rename' && <RenameDialog script={current} stored={stored} onRenamed={onRenamed} onClose={close} />}
      {dialog === 'revisions' && (
        <RevisionsDialog current={current} masterPassword={masterPassword} document={document} onClose={close} />
      )}
    </>
  );
}

/** The same for both texts, so that a run moves no button. */
const runButtonWidth = 'w-37';

function RunButton({ current, document, isRunning, onRun, onCancel, ...props }: StoredActionsProps) {
  if (isRunning(current.name))
    return (
      <Button
        onClick={() => onCancel(current.name)}
        icon={<Square size={14} aria-hidden="true" />}
        className={runButtonWidth}
      >
        Cancel run
      </Button>
    );
  const disabledReason = whyNotRun({ ...props, current, isUnsaved: document.isUnsaved, isRunning });
  return (
    <Button
      kind={document.isUnsaved ? 'plain' : 'primary'}
      className={runButtonWidth}
      onClick={onRun}
      disabled={disabledReason !== undefined}
      title={disabledReason}
      icon={<Play size={14} aria-hidden="true" />}
    >
      Decrypt and run
    </Button>
  );
}
