import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { deleteSealedDraft } from './script-drafts.ts';
import type { DocumentId } from './script-edit.ts';

/** The button that deletes a draft without decrypting it, after a confirmation. */
export function DiscardSealedDraft({ id }: { id: DocumentId }) {
  const [isAsking, setAsking] = useState(false);
  const discard = useMutation({ mutationFn: () => deleteSealedDraft(id), onSuccess: () => setAsking(false) });
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)} icon={<Trash2 size={14} aria-hidden="true" />}>
        Discard the unsaved changes
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Discard the unsaved changes?"
        confirm="Discard"
        busy={discard.isPending}
        error={discard.error}
        onConfirm={() => discard.mutate()}
      >
        <p>They are deleted without being decrypted. Stored scripts do not change. This cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}
