import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface DeleteDialogProps {
  names: readonly string[];
  onClose(): void;
  onConfirm(): void;
}

/** Asks before scripts are deleted that an undo could not bring back. */
export function DeleteDialog({ names, onClose, onConfirm }: DeleteDialogProps) {
  const [first = ''] = names;
  const isOne = names.length === 1;
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isOne ? `Delete ${first}?` : `Delete ${names.length} scripts?`}
      confirm={isOne ? 'Delete script' : `Delete ${names.length} scripts`}
      onConfirm={onConfirm}
    >
      <p>
        {isOne ? 'This script' : 'These scripts'} cannot be kept for an undo: the revisions have more than 32 MiB of
        code, or the daemon cannot verify them. Revisions, unsaved changes and run options are deleted. This cannot be
        undone.
      </p>
      {!isOne && (
        <ul className="max-h-40 list-disc overflow-auto pl-5">
          {names.map((name) => (
            <li key={name} className="break-all">
              {visibleLine(name)}
            </li>
          ))}
        </ul>
      )}
    </ConfirmDialog>
  );
}
