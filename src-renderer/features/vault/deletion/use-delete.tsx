import { type ReactNode, useState } from 'react';
import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { asApiError } from '../../../client/api-error.ts';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { type Deletion, deleteScripts } from './delete-scripts.ts';

interface Deleting {
  /** Deletes scripts with an undo, and asks first for those that an undo could not bring back. */
  remove(names: readonly string[]): void;
  dialog: ReactNode;
}

/** Returns the deletion of scripts, and the dialog that it may ask with. */
export function useDelete(
  stored: readonly EncryptedCodeMetadata[],
  dropOptionsOf: Deletion['dropOptionsOf'],
): Deleting {
  const [asked, setAsked] = useState<readonly string[]>([]);
  const start = (names: readonly string[], canUndo: boolean) => {
    const scripts = stored.filter(({ name }) => names.includes(name));
    void deleteScripts({ scripts, canUndo, dropOptionsOf }).then(setAsked, (error: unknown) =>
      showToast(asApiError(error).message, 'danger'),
    );
  };
  const confirm = () => {
    setAsked([]);
    start(asked, false);
  };
  return {
    remove: (names) => start(names, true),
    dialog: asked.length > 0 && <DeleteDialog names={asked} onClose={() => setAsked([])} onConfirm={confirm} />,
  };
}
