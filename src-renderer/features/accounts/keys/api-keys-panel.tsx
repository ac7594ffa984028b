import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, Ticket, TriangleAlert } from 'lucide-react';
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
import { CodeBlock } from '../../../ui/text/code-block.tsx';
import { apiKeysQuery } from './api-keys.queries.ts';
import { ApiKeysTable } from './api-keys-table.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { useNewKeys } from './new-keys.ts';

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

/** Lists what older keys can no longer do, since the rules about rights became stricter; nothing if no key has lost a right. */
function LostRightsNote({ keys }: { keys: readonly ApiKeyInfo[] }) {
  const affected = keys.filter(({ lostRights = [] }) => lostRights.length > 0);
  if (affected.length === 0) return null;
  const count = affected.length === 1 ? '1 key' : `${affected.length} keys`;
  return (
    <details className="border-b border-line bg-warn-soft px-4 py-3 text-sm">
      <summary className="cursor-pointer rounded-control">
        <TriangleAlert size={16} className="mr-1 inline-block align-text-bottom text-warn" aria-hidden="true" />
        {count} can do less than before: a key can no longer make, allow or see more than it may use itself.
      </summary>
      <ul className="mt-2 flex max-h-64 list-disc flex-col gap-1 overflow-auto pl-6">
        {affected.map(({ id, name, lostRights = [] }) => (
          <li key={id} className="break-words">
            <strong className="font-semibold">{visibleLine(name)}</strong>: {lostRights.join(' ')}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Shows the key that was just created. */
function NewKeyNote() {
  const { newest, drop } = useNewKeys();
  if (newest === undefined) return null;
  return (
    <div role="status" className="flex flex-col gap-2 border-b border-line bg-accent-soft/50 px-4 py-3">
      <p className="text-sm">
        <strong className="font-semibold">{visibleLine(newest.name)}</strong>: copy the key now. It cannot be shown
        again after this window locks or reloads.
      </p>
      <CodeBlock label="API key" text={newest.apiKey} secret />
      <div>
        <Button onClick={drop}>I copied it; hide the key</Button>
      </div>
    </div>
  );
}
