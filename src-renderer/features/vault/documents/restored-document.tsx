import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { asApiError } from '../../../client/api-error.ts';
import { LoadingRows } from '../../../ui/feedback/empty-state.tsx';
import { ErrorNote } from '../../../ui/feedback/error-note.tsx';
import { useVault } from '../vault-store.ts';
import { restoreDocument } from './script-drafts.ts';
import type { DocumentId } from './script-edit.ts';
import { SealedDraftNote } from './sealed-draft-note.tsx';
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
