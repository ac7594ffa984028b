import type { ReplaceQuestion } from '../../client/conditional-save.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

interface ReplaceSecretDialogProps {
  name: string;
  question: ReplaceQuestion;
  saving: { busy: boolean; replace(): void; dismiss(): void };
}

/** Asks whether the value of a secret is to be replaced that is there, or has changed, unseen. */
export function ReplaceSecretDialog({ name, question, saving }: ReplaceSecretDialogProps) {
  const { version, isConcurrent } = question;
  const isDeleted = version === undefined;
  return (
    <ConfirmDialog
      open
      onOpenChange={saving.dismiss}
      title={isDeleted ? `Create ${name} again?` : `Replace the value of ${name}?`}
      confirm={isDeleted ? 'Create it again' : 'Replace the value'}
      busy={saving.busy}
      onConfirm={saving.replace}
    >
      {isDeleted && <p>{name} was deleted meanwhile, in another window or by a program.</p>}
      {!isDeleted && isConcurrent && (
        <p>
          {name} was saved meanwhile, in another window or by a program: it is at version {version} now.
        </p>
      )}
      {!isDeleted && !isConcurrent && (
        <p>
          There is a secret named {name} already, at version {version}.
        </p>
      )}
      {!isDeleted && <p>The value that it has is gone once yours is saved.</p>}
      <p>Nothing is saved yet. Cancel keeps what you typed.</p>
    </ConfirmDialog>
  );
}
