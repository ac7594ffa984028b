import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteAccount } from '../../../src-shared/contracts/accounts.contract.ts';
import { call } from '../../client/call.ts';
import { leaveSession } from '../../client/session/leave-session.ts';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/controls/field.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

export function DeleteAccountPanel() {
  const [asking, setAsking] = useState(false);
  const [password, setPassword] = useState('');
  const end = useMutation({
    mutationFn: () => call(deleteAccount, { body: { password } }),
    onSuccess: () =>
      leaveSession({ kind: 'ended', reason: 'This account was deleted from this machine.', isAccountDeleted: true }),
  });
  const open = (isOpen: boolean) => {
    setAsking(isOpen);
    setPassword('');
    end.reset();
  };
  return (
    <Panel
      title="Delete the account"
      description="Secrets, scripts, runs and API keys are deleted permanently. The audit log stays."
    >
      <div className="p-4">
        <Button kind="danger" onClick={() => open(true)}>
          Delete this account …
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={open}
        title="Delete this account?"
        confirm="Delete the account permanently"
        busy={end.isPending}
        error={end.error}
        others={{ invalid_credentials: 'password' }}
        onConfirm={() => end.mutate()}
      >
        <p>You can restore its data only from a backup.</p>
        <TextField
          label="Password"
          name="password"
          required
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </ConfirmDialog>
    </Panel>
  );
}
