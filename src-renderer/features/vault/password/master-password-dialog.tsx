import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { newPasswordMinBytes } from '../../../../src-shared/zk/password-bytes.ts';
import { asApiError } from '../../../client/api-error.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { TextField } from '../../../ui/controls/field.tsx';
import { Form, FormError } from '../../../ui/forms/form.tsx';
import { NewPasswordFields } from '../../../ui/forms/new-password-fields.tsx';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog.tsx';
import { showToast } from '../../../ui/overlays/toasts.ts';
import { changeMasterPassword, requireChangeable } from './change-master-password.ts';

const nothing = { current: '', next: '', leavesOthers: false };

/** Asks for the current and the next master password. The change itself is a transfer, with progress and Cancel. */
export function MasterPasswordDialog({ onClose }: { onClose(): void }) {
  const [typed, setTyped] = useState(nothing);
  const check = useMutation({
    mutationFn: () => requireChangeable(typed.current),
    onSuccess: () => {
      onClose();
      void changeMasterPassword(typed).catch((error: unknown) => showToast(asApiError(error).message, 'danger'));
    },
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Change the master password"
      description="Every script is encrypted again in this window, all of them or none. A lost master password cannot be recovered."
    >
      <Form
        error={check.error}
        others={{ decryption_failed: 'current' }}
        onSubmit={check.mutate}
        className="flex flex-col gap-4"
      >
        <TextField
          label="Current master password"
          name="current"
          type="password"
          autoComplete="off"
          autoFocus
          required
          value={typed.current}
          onChange={(event) => setTyped({ ...typed, current: event.target.value })}
        />
        <NewPasswordFields
          label="New master password"
          name="next"
          hint={`At least ${newPasswordMinBytes} characters. Do not use the password of your account.`}
          value={typed.next}
          onValue={(next) => setTyped((latest) => ({ ...latest, next }))}
        />
        <p className="rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
          Earlier revisions are deleted, because the current password decrypts them. Exports and backups that you made
          keep the current password.
        </p>
        <Checkbox
          label="Leave scripts of another password"
          hint="Otherwise one that the current password does not decrypt ends the change, and nothing is changed."
          checked={typed.leavesOthers}
          onChecked={(leavesOthers) => setTyped({ ...typed, leavesOthers })}
        />
        <FormError error={check.error} />
        <DialogActions>
          <Button submit kind="primary" busy={check.isPending} disabled={typed.current === '' || typed.next === ''}>
            Change password
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
