import type { EncryptedCodeMetadata } from '../../../../src-shared/contracts/vault.contract.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface ReplaceDialogProps {
  /** The stored script with the chosen name. */
  stored: EncryptedCodeMetadata;
  busy: boolean;
  onClose(): void;
  onConfirm(): void;
}

/** Asks before code is saved as the next revision of an existing script. */
export function ReplaceDialog({ stored: { name, revision }, busy, onClose, onConfirm }: ReplaceDialogProps) {
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Save as the next revision of ${name}?`}
      confirm={`Save as revision ${revision + 1}`}
      busy={busy}
      onConfirm={onConfirm}
    >
      <p>
        The vault already has a script named {name}. Your code becomes revision {revision + 1}, which later runs use.
        Revision {revision} stays available under Revisions.
      </p>
    </ConfirmDialog>
  );
}
