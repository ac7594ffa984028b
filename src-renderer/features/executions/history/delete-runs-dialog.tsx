import { useMutation } from '@tanstack/react-query';
import { deleteExecutions } from '../../../../src-shared/contracts/executions/history.contract.ts';
import { call } from '../../../client/call.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';

interface DeleteRunsDialogProps {
  /** Ids of the runs; the dialog is open if there are any. */
  ids: readonly string[];
  onClose(): void;
  onDeleted(): void;
}

/** Asks before runs are deleted from the history. */
export function DeleteRunsDialog({ ids, onClose, onDeleted }: DeleteRunsDialogProps) {
  const remove = useMutation({
    mutationFn: () => call(deleteExecutions, { body: { ids: [...ids] } }),
    onSuccess: ({ deleted }) => {
      onClose();
      onDeleted();
      showToast(deleted === 1 ? 'The run is deleted.' : `${deleted} runs are deleted.`);
      void sessionQueries().invalidateQueries({ queryKey: ['audit'] });
      return sessionQueries().invalidateQueries({ queryKey: ['executions', 'list'] });
    },
  });
  const close = () => {
    remove.reset();
    onClose();
  };
  const what = ids.length === 1 ? 'run' : `${ids.length} runs`;
  return (
    <ConfirmDialog
      open={ids.length > 0}
      onOpenChange={close}
      title={ids.length === 1 ? 'Delete this run?' : `Delete ${what}?`}
      confirm={`Delete ${what}`}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>The code, output and files in the history cannot be restored. The audit log keeps its rows.</p>
    </ConfirmDialog>
  );
}
