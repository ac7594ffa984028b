import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { changePassword } from '../../../src-shared/contracts/accounts.contract.ts';
import { newPasswordMinBytes } from '../../../src-shared/zk/password-bytes.ts';
import { call } from '../../client/call.ts';
import { sessionQueries } from '../../client/session/session-scope.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { Form, FormError } from '../../ui/forms/form.tsx';
import { NewPasswordFields } from '../../ui/forms/new-password-fields.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { showToast } from '../../ui/overlays/toasts.ts';
import { rememberedKey } from './remembered-session.ts';

const nothing = { current: '', next: '' };

export function PasswordPanel() {
  const [typed, setTyped] = useState(nothing);
  // The fields of the next change are new ones, without the repetition.
  const [changes, setChanges] = useState(0);
  const change = useMutation({
    mutationFn: () => call(changePassword, { body: { currentPassword: typed.current, newPassword: typed.next } }),
    onSuccess: ({ sessionsEnded, apiKeysKept }) => {
      setTyped(nothing);
      setChanges((count) => count + 1);
      showToast(`Password changed. Other sessions ended: ${sessionsEnded}. API keys still valid: ${apiKeysKept}.`);
      void sessionQueries().invalidateQueries({ queryKey: rememberedKey });
      return sessionQueries().invalidateQueries({ queryKey: ['sessions'] });
    },
  });
  return (
    <Panel
      title="Password"
      description="Changing the password ends your other sessions. API keys stay valid until you revoke them."
    >
      <Form
        error={change.error}
        others={{ invalid_credentials: 'currentPassword' }}
        onSubmit={change.mutate}
        className="flex flex-col gap-4 p-4"
      >
        <div className="flex max-w-sm flex-col gap-4">
          <TextField
            label="Current password"
            name="currentPassword"
            type="password"
            autoComplete="current-password"
            value={typed.current}
            onChange={(event) => setTyped({ ...typed, current: event.target.value })}
          />
          <NewPasswordFields
            key={changes}
            label="New password"
            name="newPassword"
            hint={`At least ${newPasswordMinBytes} characters.`}
            value={typed.next}
            onValue={(next) => setTyped((latest) => ({ ...latest, next }))}
          />
        </div>
        <FormError error={change.error} />
        <div>
          <Button submit busy={change.isPending} disabled={typed.current === '' || typed.next === ''}>
            Change password
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
