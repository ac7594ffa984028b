import type { SecretMetadata } from '../../../src-shared/contracts/secrets.contract.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { SecretForm } from './secret-form.tsx';

interface SecretDialogProps {
  /** Those that there are, for names that are taken. */
  secrets: readonly SecretMetadata[];
  /** The secret that gets a new value; a new secret without it. */
  replaced?: SecretMetadata;
  onClose(): void;
}

/** Takes the value of a new secret, or a new value of an old one. */
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
