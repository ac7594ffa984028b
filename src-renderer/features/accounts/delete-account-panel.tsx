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
      title="End the account"
      description="Secrets, vault, runs and keys are deleted for good. The audit log is kept."
    >
      <div className="p-4">
        <Button kind="danger" onClick={() => open(true)}>
          End this account …
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={open}
        title="End this account?"
        confirm="End the account for good"
        busy={end.isPending}
        error={end.error}
        others={{ invalid_credentials: 'password' }}
        onConfirm={() => end.mutate()}
      >
        <p>Nothing of it can be brought back, except from a backup.</p>
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
