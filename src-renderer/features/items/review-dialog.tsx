import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  acceptItems,
  type ItemFault,
  type ItemKind,
  type RolledBackItem,
} from '../../../src-shared/contracts/items.contract.ts';
import { visibleLine } from '../../../src-shared/formats/visible-text.ts';
import { call } from '../../client/call.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';

const kindNames: Record<ItemKind, string> = { secret: 'Secret', script: 'Script', api_key: 'API key' };

const faultTexts: Record<ItemFault, string> = {
  no_head: 'The audit log has no record of this item.',
  changed: 'The item was changed outside the daemon, or has the contents of another item.',
  older: 'An older state of the item was restored, or the item had been deleted.',
  log_broken: 'The audit log is incomplete, so a later change of the item may be missing.',
  missing: 'The item is missing and was not deleted by the daemon. If you accept this, it stays deleted.',
};

/** Lists the refused items of this account with the reason, and accepts them with the user's password. */
export function ReviewDialog({ items, onClose }: { items: readonly RolledBackItem[]; onClose(): void }) {
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const [password, setPassword] = useState('');
  const chosen = items.filter((item) => !refused.has(keyOf(item)));
  const accept = useMutation({
    mutationFn: () =>
      call(acceptItems, { body: { password, items: chosen.map(({ kind, id, digest }) => ({ kind, id, digest })) } }),
    onSuccess: ({ accepted }) => {
      onClose();
      showToast(accepted === 1 ? 'The item is accepted.' : `${accepted} items are accepted.`);
      // All screens reload their data.
      return sessionQueries().invalidateQueries();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Items changed outside the daemon"
      description="The daemon refuses these items until you accept them. If you did not restore them yourself, replace or delete them: their contents may come from an attacker."
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          accept.mutate();
        }}
      >
        <ul className="flex max-h-[min(18rem,50vh)] flex-col gap-2 overflow-y-auto" aria-label="Refused items">
          {items.map((item) => (
            <li key={keyOf(item)} className="rounded-control border border-line p-2 text-sm">
              <Checkbox
                label={`${kindNames[item.kind]} ${visibleLine(item.name)}, ${item.kind === 'script' ? 'revision' : 'version'} ${item.version}`}
                checked={!refused.has(keyOf(item))}
                hint={faultTexts[item.fault]}
                onChecked={() => setRefused((before) => toggled(before, keyOf(item)))}
              />
            </li>
          ))}
        </ul>
        <TextField
          label="Account password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <ErrorNote error={accept.error} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" submit busy={accept.isPending} disabled={chosen.length === 0 || password === ''}>
            {chosen.length === 1 ? 'Accept 1 item as it is' : `Accept ${chosen.length} items as they are`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

const keyOf = ({ kind, id }: RolledBackItem) => `${kind} ${id}`;

function toggled(before: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(key)) after.add(key);
  return after;
}
