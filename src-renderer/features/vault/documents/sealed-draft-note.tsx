import { FileLock } from 'lucide-react';
import { asApiError } from '../../../client/api-error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useVault } from '../vault-store.ts';
import { DiscardSealedDraft } from './discard-sealed-draft.tsx';
import { type DocumentId, nameOf } from './script-edit.ts';

/**
 * Shows that a draft cannot be decrypted with the current master password. It stays stored until the user discards it.
 */
export function SealedDraftNote({ id, error }: { id: DocumentId; error: Error }) {
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
