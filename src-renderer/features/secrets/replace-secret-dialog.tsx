import type { ReplaceQuestion } from '../../client/conditional-save.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

interface ReplaceSecretDialogProps {
  name: string;
  question: ReplaceQuestion;
  saving: { busy: boolean; replace(): void; dismiss(): void };
}

/** Asks before the value of a secret is replaced that exists already or has changed. */
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
      {isDeleted && <p>{name} was deleted in another window or by a program after you opened this form.</p>}
      {!isDeleted && isConcurrent && (
        <p>
          {name} was saved in another window or by a program after you opened this form. It is now at version {version}.
        </p>
      )}
      {!isDeleted && !isConcurrent && (
        <p>
          A secret named {name} already exists, at version {version}.
        </p>
      )}
      {!isDeleted && <p>Its current value is lost when you save yours.</p>}
      <p>Nothing is saved yet. Cancel keeps what you typed.</p>
    </ConfirmDialog>
  );
}
