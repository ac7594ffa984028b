import type { SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SecretForm } from './secret-form.tsx';

interface SecretDialogProps {
  /** Existing items, to detect a name that is taken. */
  secrets: readonly SecretMetadata[];
  /** The secret that gets a new value; undefined for a new secret. */
  replaced?: SecretMetadata;
  onClose(): void;
}

/** The dialog for a new secret, or for a new value of an existing one. */
export function SecretDialog({ secrets, replaced, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={replaced ? `Replace ${replaced.name}` : 'New secret'}
      description={replaced ? 'The old value is lost when you save the new one.' : undefined}
    >
      <SecretForm secrets={secrets} replaced={replaced} onDone={onClose} />
    </Dialog>
  );
}
