import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { deleteProvider, type Provider } from '../../../../src-shared/contracts/providers.contract.ts';
import { call } from '../../../client/call.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState, LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { ProviderDialog } from './provider-dialog.tsx';
import { ProviderRow } from './provider-row.tsx';
import { providersQuery } from './providers.queries.ts';

/** The model providers of the account, with buttons to add, change, test and delete. */
export function ProvidersPanel() {
  const { data: providers, error } = useQuery(providersQuery);
  const [adding, setAdding] = useState(false);
  const [changed, setChanged] = useState<Provider>();
  const [deleted, setDeleted] = useState<Provider>();
  return (
    <Panel
      title="Model providers"
      description="Endpoints that generate code on the Generate screen. They receive your request, the language, and the names of packages and selected secrets."
      action={
        <Button onClick={() => setAdding(true)} icon={<Plus size={14} aria-hidden="true" />}>
          Add a provider
        </Button>
      }
    >
      <div className="p-4 empty:hidden">
        <ErrorNote error={error} />
      </div>
      {providers === undefined && !error && <LoadingRows label="Loading the providers" />}
      {providers?.length === 0 && <EmptyState icon={<WandSparkles size={24} />} title="No model providers yet" />}
      <ul className="divide-y divide-line">
        {providers?.map((provider) => (
          <ProviderRow
            key={provider.id}
            provider={provider}
            onChange={() => setChanged(provider)}
            onDelete={() => setDeleted(provider)}
          />
        ))}
      </ul>
      {adding && <ProviderDialog providers={providers ?? []} onClose={() => setAdding(false)} />}
      {changed && (
        <ProviderDialog providers={providers ?? []} changed={changed} onClose={() => setChanged(undefined)} />
      )}
      {deleted && <DeleteDialog provider={deleted} onClose={() => setDeleted(undefined)} />}
    </Panel>
  );
}

function DeleteDialog({ provider, onClose }: { provider: Provider; onClose(): void }) {
  const remove = useMutation({
    mutationFn: () => call(deleteProvider, { params: { id: provider.id } }),
    onSuccess: () => {
      onClose();
      showToast(`${provider.id} is deleted.`);
      return sessionQueries().invalidateQueries({ queryKey: providersQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${provider.id}?`}
      confirm="Delete provider"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
    >
      <p>{provider.hasKey ? 'Its address and its API key are deleted.' : 'Its address is deleted.'}</p>
    </ConfirmDialog>
  );
}
