import { useMutation, useQuery } from '@tanstack/react-query';
import { FileUp, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { deleteSecret, type SecretMetadata, secretLimits } from '../../../src-shared/contracts/secrets.contract.ts';
import { call } from '../../client/call.ts';
import { secretsQuery } from '../../client/queries.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Button } from '../../ui/controls/button.tsx';
import { EmptyState, LoadingRows } from '../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Panel, Screen } from '../../ui/layout/panel.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { EditSecretDialog } from './edit-secret-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { SecretForm } from './secret-form.tsx';
import { SecretsTable } from './secrets-table.tsx';

type Open =
  | { kind: 'new' | 'import' }
  | { kind: 'edit' | 'replace' | 'delete'; secret: SecretMetadata }
  | { kind: 'none' };

/** The Secrets screen: values for programs. Saved values are never shown. */
export function SecretsScreen() {
  const { data: secrets, error } = useQuery(secretsQuery);
  const [open, setOpen] = useState<Open>({ kind: 'none' });
  const close = () => setOpen({ kind: 'none' });
  return (
    <Screen
      title="Secrets"
      lead="Programs get secrets as environment variables, or use them only in requests to hosts that you name. A saved value is never shown again, and is masked in program output."
      action={
        <span className="flex flex-wrap gap-2">
          <Button
            disabled={secrets === undefined}
            onClick={() => setOpen({ kind: 'import' })}
            icon={<FileUp size={14} aria-hidden="true" />}
          >
            Import .env
          </Button>
          <Button kind="primary" onClick={() => setOpen({ kind: 'new' })} icon={<Plus size={14} aria-hidden="true" />}>
            New secret
          </Button>
        </span>
      }
    >
      <ErrorNote error={error} />
      <Panel title={secrets ? `${secrets.length} of ${secretLimits.secrets} secrets` : 'Secrets'}>
        {secrets === undefined && !error && <LoadingRows label="Loading the secrets" />}
        {secrets?.length === 0 && (
          <EmptyState icon={<KeyRound size={24} />} title="No secrets yet">
            Save an API token, a password or a connection string under a name, and code reads it by that name.
          </EmptyState>
        )}
        {secrets && secrets.length > 0 && (
          <SecretsTable
            secrets={secrets}
            onEdit={(secret) => setOpen({ kind: 'edit', secret })}
            onReplace={(secret) => setOpen({ kind: 'replace', secret })}
            onDelete={(secret) => setOpen({ kind: 'delete', secret })}
          />
        )}
      </Panel>
      {open.kind === 'new' && <SecretDialog secrets={secrets ?? []} onClose={close} />}
      {open.kind === 'import' && secrets && <ImportDialog secrets={secrets} onClose={close} />}
      {open.kind === 'edit' && <EditSecretDialog secret={open.secret} onClose={close} />}
      {open.kind === 'replace' && <SecretDialog secrets={secrets ?? []} replaced={open.secret} onClose={close} />}
      {open.kind === 'delete' && <DeleteSecretDialog secret={open.secret} onClose={close} />}
    </Screen>
  );
}

function DeleteSecretDialog({ secret: { name }, onClose }: { secret: SecretMetadata; onClose(): void }) {
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

interface SecretDialogProps {
  /** Existing items, to detect a name that is taken. */
  secrets: readonly SecretMetadata[];
  /** The secret that gets a new value; undefined for a new secret. */
  replaced?: SecretMetadata;
  onClose(): void;
}

/** The dialog for a new secret, or for a new value of an existing one. */
function SecretDialog({ secrets, replaced, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={replaced ? `Replace ${replaced.name}` : 'New secret'}
      description={replaced ? 'The old value is lost when you save the new one.' : undefined}
    >
      <SecretForm secrets={secrets} replaced={replaced} onDone={onClose} />
    </Dialog>
  );
}
