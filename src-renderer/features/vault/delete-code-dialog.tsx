import { useMutation } from '@tanstack/react-query';
import { deleteCode } from '../../../src-shared/vault.contract.ts';
import { call } from '../../client/call.ts';
import { sessionQueries } from '../../client/session-scope.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { vaultQuery } from './vault.queries.ts';

interface DeleteCodeDialogProps {
  name: string;
  onClose(): void;
  onDeleted(): void;
}

export function DeleteCodeDialog({ name, onClose, onDeleted }: DeleteCodeDialogProps) {
  const remove = useMutation({
    mutationFn: () => call(deleteCode, { params: { name } }),
    onSuccess: () => {
      onClose();
      onDeleted();
      showToast(`${name} is deleted.`);
      return sessionQueries().invalidateQueries({ queryKey: vaultQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      confirm="Delete code"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>All its revisions go with it. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
