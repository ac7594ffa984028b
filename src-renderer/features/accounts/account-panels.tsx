import { useMutation, useQuery } from '@tanstack/react-query';
import { readRemembered } from '../../../src-shared/contracts/remembered.contract.ts';
import type { ShellApi } from '../../../src-shared/shell-api.ts';
import { call } from '../../client/call.ts';
import { desktopShell } from '../../client/desktop-shell.ts';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { ErrorNote } from '../../ui/feedback/error-note.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { DeleteAccountPanel } from './delete-account-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { rememberedKey, rememberSession } from './remembered-session.ts';
import { SessionsPanel } from './sessions-panel.tsx';

/** Settings of the account: password, sessions, deletion. */
export function AccountPanels() {
  return (
    <>
      {desktopShell && <RememberPanel shell={desktopShell} />}
      <PasswordPanel />
      <SessionsPanel />
      <DeleteAccountPanel />
    </>
  );
}

/** The setting that lets the desktop app log in without the password when it starts. */
function RememberPanel({ shell }: { shell: ShellApi }) {
  const { data, error } = useQuery({
    queryKey: rememberedKey,
    queryFn: ({ signal }) => call(readRemembered, { signal }).then(({ remembered }) => remembered),
  });
  const change = useMutation({ mutationFn: (remembered: boolean) => rememberSession(shell, remembered) });
  return (
    <Panel title="Login" description="On this computer, in the desktop app.">
      <div className="flex flex-col gap-4 p-4">
        <ErrorNote error={error ?? change.error} />
        <Checkbox
          label="Remember me on this computer"
          hint="The key store holds your session, and anyone who uses your account on this computer can open it. It lasts 7 days after the last start of the app, and at most 30 days after the last login with your password. Locking, logging out or changing the password removes it."
          checked={change.isPending ? change.variables : data === true}
          disabled={data === undefined || change.isPending}
          onChecked={(remembered) => change.mutate(remembered)}
        />
      </div>
    </Panel>
  );
}
