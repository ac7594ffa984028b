import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { dropDocument } from './script-drafts.ts';
import { type DocumentId, nameOf } from './script-edit.ts';

interface DiscardDialogProps {
  id: DocumentId;
  name: string;
  onClose(): void;
}

/** Asks before unsaved changes are dropped. */
export function DiscardDialog({ id, name, onClose }: DiscardDialogProps) {
  const isNew = nameOf(id) === undefined;
  const discard = () => {
    onClose();
    dropDocument(id);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isNew ? 'Discard the new script?' : `Discard the changes to ${name}?`}
      confirm={isNew ? 'Discard script' : 'Discard'}
      onConfirm={discard}
    >
      <p>
        {isNew ? 'It is not stored in the vault.' : 'The stored revision does not change.'} Your unsaved text is
        deleted. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
