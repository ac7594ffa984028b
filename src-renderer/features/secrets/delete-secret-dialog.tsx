import { useMutation } from '@tanstack/react-query';
import { deleteSecret, type SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';
import { call } from '../../client/call.ts';
import { secretsQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';

export function DeleteSecretDialog({ secret: { name }, onClose }: { secret: SecretMetadata; onClose(): void }) {
  const remove = useMutation({
    mutationFn: () => call(deleteSecret, { params: { name } }),
    onSuccess: () => {
      onClose();
      showToast(`${name} is deleted.`);
      return sessionQueries().invalidateQueries({ queryKey: secretsQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}?`}
      confirm="Delete secret"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>Its value cannot be restored. Programs no longer get this environment variable.</p>
    </ConfirmDialog>
  );
}
