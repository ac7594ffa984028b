import { desktopShell } from '../desktop-shell.ts';
import { clearLeaveNote, readLeaveNote, writeLeaveNote } from './leave-note.ts';
import { sessionStore } from './session.ts';

export const reloadReason = 'This page was loaded again, and its login was only in the memory of the window.';

/**
 * Notes the e-mail for the sign-in screen when the page is unloaded with a session, so that a reload asks for the password
 * only. The desktop app restores a remembered session instead.
 */
export function noteReloads(): void {
  if (desktopShell !== undefined) return;
  window.addEventListener('pagehide', () => {
    const { session } = sessionStore.getState();
    // A session that is about to end has written its own reason.
    if (session !== null && readLeaveNote() === undefined)
      writeLeaveNote({ kind: 'ended', reason: reloadReason, email: session.user.email });
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    // The page continues with its session.
    if (persisted && sessionStore.getState().session !== null) clearLeaveNote();
  });
}
