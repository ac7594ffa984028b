import { useMutation } from '@tanstack/react-query';
import { deleteCode } from '../../../../src-shared/contracts/vault.contract.ts';
import { call } from '../../../client/call.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { forgetVaultQueries } from '../save/store-sealed.ts';

interface DeleteCodeDialogProps {
  name: string;
  /** True if this window has unsaved changes of the script. */
  isUnsaved: boolean;
  onClose(): void;
  onDeleted(): void;
}

export function DeleteCodeDialog({ name, isUnsaved, onClose, onDeleted }: DeleteCodeDialogProps) {
  const remove = useMutation({
    mutationFn: () => call(deleteCode, { params: { name } }),
    onSuccess: () => {
      onClose();
      onDeleted();
      showToast(`${name} is deleted.`);
      return forgetVaultQueries();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      confirm="Delete script"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>
        Its revisions{isUnsaved ? ', your unsaved changes' : ''} and its run options are deleted. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
