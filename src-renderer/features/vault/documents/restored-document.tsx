import { useQuery } from '@tanstack/react-query';
import { FileLock } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { asApiError } from '../../../client/api-error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState, LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { useVault } from '../vault-store.ts';
import { DiscardSealedDraft } from './discard-sealed-draft.tsx';
import { restoreDocument } from './script-drafts.ts';
import { type DocumentId, nameOf } from './script-edit.ts';
import { useIsSealed } from './use-is-unsaved.ts';

/**
 * Shows a document when its draft is decrypted. If the draft cannot be decrypted, it shows that and keeps the draft.
 */
export function RestoredDocument({ id, children }: { id: DocumentId; children: ReactNode }) {
  const isSealed = useIsSealed(id);
  const { error } = useQuery({
    queryKey: ['restored-document', id],
    queryFn: () => restoreDocument(id).then(() => true),
    enabled: isSealed,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  // A lock right after the first change encrypts it, which needs a derived key.
  useEffect(() => {
    if (!isSealed) useVault.getState().sealer?.prepare();
  }, [isSealed]);
  if (!isSealed) return children;
  if (error === null) return <LoadingRows label="Opening the unsaved changes" />;
  const { code } = asApiError(error);
  if (code === 'decryption_failed' || code === 'unreadable') return <SealedDraftNote id={id} error={error} />;
  return (
    <div className="p-4">
      <ErrorNote error={error} />
    </div>
  );
}

/**
 * Shows that a draft cannot be decrypted with the current master password. It stays stored until the user discards it.
 */
function SealedDraftNote({ id, error }: { id: DocumentId; error: Error }) {
  const close = useVault((state) => state.close);
  const name = nameOf(id);
  const isOtherPassword = asApiError(error).code === 'decryption_failed';
  return (
    <div role="alert" className="grid flex-1 place-items-center overflow-auto break-words">
      <EmptyState
        icon={<FileLock size={28} />}
        title={
          name === undefined
            ? 'The unsaved new script cannot be decrypted'
            : `The unsaved changes of ${name} cannot be decrypted`
        }
        action={
          <div className="flex flex-wrap justify-center gap-2">
            {isOtherPassword && <Button onClick={close}>Enter another master password</Button>}
            <DiscardSealedDraft id={id} />
          </div>
        }
      >
        {isOtherPassword
          ? 'They were encrypted with another master password, or their bytes were changed.'
          : asApiError(error).message}{' '}
        They stay stored until you discard them.
      </EmptyState>
    </div>
  );
}
