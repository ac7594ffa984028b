import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, Ticket } from 'lucide-react';
import { useState } from 'react';
import { type ApiKeyInfo, revokeApiKey } from '../../../../src-shared/contracts/api-keys.contract.ts';
import { endedSandboxesText } from '../../../../src-shared/formats/ended-sandboxes.ts';
import { visibleLine } from '../../../../src-shared/formats/visible-text.ts';
import { call } from '../../../client/call.ts';
import { sessionQueries } from '../../../client/session/session-scope.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState, LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { apiKeysQuery } from './api-keys.queries.ts';
import { ApiKeysTable } from './api-keys-table.tsx';
import { LostRightsNote } from './lost-rights-note.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { NewKeyNote } from './new-key-note.tsx';

/** The account's API keys, with dialogs to create and revoke one. */
export function ApiKeysPanel() {
  const { data: keys, error } = useQuery(apiKeysQuery);
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ApiKeyInfo>();
  return (
    <Panel
      title="API keys"
      description="A key is shown once; only its hash is stored. A revoked key stops working immediately."
      action={
        <Button kind="primary" onClick={() => setCreating(true)} icon={<Plus size={14} aria-hidden="true" />}>
          New key
        </Button>
      }
    >
      <NewKeyNote />
      <div className="empty:hidden">
        <ErrorNote error={error} />
      </div>
      {keys && <LostRightsNote keys={keys} />}
      {keys === undefined && !error && <LoadingRows label="Loading the API keys" />}
      {keys?.length === 0 && (
        <EmptyState
          icon={<Ticket size={24} />}
          title="No API keys yet"
          action={<Button onClick={() => setCreating(true)}>Create a key</Button>}
        >
          Programs and agents need an API key for access. Create one for each, with only the scopes that it needs.
        </EmptyState>
      )}
      {keys && keys.length > 0 && <ApiKeysTable keys={keys} onRevoke={setRevoking} />}
      <NewKeyDialog open={creating} onOpenChange={setCreating} />
      {revoking && <RevokeDialog revoking={revoking} onClose={() => setRevoking(undefined)} />}
    </Panel>
  );
}

function RevokeDialog({ revoking, onClose }: { revoking: ApiKeyInfo; onClose(): void }) {
  const revoke = useMutation({
    mutationFn: () => call(revokeApiKey, { params: { id: revoking.id } }),
    onSuccess: ({ sandboxesEnded }) => {
      onClose();
      showToast(`${visibleLine(revoking.name)} is revoked. ${endedSandboxesText(sandboxesEnded, 'key')}`.trimEnd());
      return sessionQueries().invalidateQueries({ queryKey: apiKeysQuery.queryKey });
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke ${visibleLine(revoking.name)}?`}
      confirm="Revoke key"
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
    >
      <p>Programs that use this key are refused from the next request on. This cannot be undone.</p>
    </ConfirmDialog>
  );
}
