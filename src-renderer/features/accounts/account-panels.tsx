import { desktopShell } from '../../client/desktop-shell.ts';
import { DeleteAccountPanel } from './delete-account-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { RememberPanel } from './remember-panel.tsx';
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
