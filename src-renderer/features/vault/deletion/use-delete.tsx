import { type ReactNode, useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { asApiError } from '../../../client/api-error.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { type Deletion, deleteScripts } from './delete-scripts.ts';

interface Deleting {
  /** Deletes scripts with an undo, and asks first for those that an undo could not bring back. */
  remove(names: readonly string[]): void;
  dialog: ReactNode;
}

/** Returns the deletion of scripts, and the dialog that it may ask with. */
export function useDelete(
  stored: readonly EncryptedCodeMetadata[],
  dropOptionsOf: Deletion['dropOptionsOf'],
): Deleting {
  const [asked, setAsked] = useState<readonly string[]>([]);
  const start = (names: readonly string[], canUndo: boolean) => {
    const scripts = stored.filter(({ name }) => names.includes(name));
    void deleteScripts({ scripts, canUndo, dropOptionsOf }).then(setAsked, (error: unknown) =>
      showToast(asApiError(error).message, 'danger'),
    );
  };
  const confirm = () => {
    setAsked([]);
    start(asked, false);
  };
  return {
    remove: (names) => start(names, true),
    dialog: asked.length > 0 && <DeleteDialog names={asked} onClose={() => setAsked([])} onConfirm={confirm} />,
  };
}

interface DeleteDialogProps {
  names: readonly string[];
  onClose(): void;
  onConfirm(): void;
}

/** Asks before scripts are deleted that an undo could not bring back. */
function DeleteDialog({ names, onClose, onConfirm }: DeleteDialogProps) {
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
