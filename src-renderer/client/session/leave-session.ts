import { createStore } from 'zustand/vanilla';
import { logout } from '../../../src-shared/contracts/accounts.contract.ts';
import type { SessionEndReason } from '../../../src-shared/contracts/events.contract.ts';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { endedSandboxesText } from '../../../src-shared/formats/ended-sandboxes.ts';
import { call } from '../call.ts';
import { requireDaemon } from '../prove-daemon.ts';
import { awaitEndHint } from '../session-events/end-hint.ts';
import { endMessages, unknownEndMessage } from './end-messages.ts';
import { type LeaveNote, writeLeaveNote } from './leave-note.ts';
import { dropSession, type Session, sessionStore } from './session.ts';
import { runSessionEndHooks } from './session-scope.ts';
import { hasStoppedUnexpectedly } from './unexpected-stop.ts';

/** Time limits for the hooks (drafts, clipboard) and for the logout when a window leaves its session. */
const hooksLimitMs = 900;
const logOutLimitMs = 500;
/**
 * The event with the reason arrives over another connection and possibly another tab. For an expired session it arrives
 * up to one second after the first refusal.
 */
const hintLimitMs = 1500;
const retryEveryMs = 1000;

export interface LeaveOptions extends Pick<LeaveNote, 'kind' | 'reason'> {
  /** True if the account no longer exists: the sign-in screen then does not fill in its e-mail. */
  isAccountDeleted?: boolean;
  /** Reloads the page; `location.reload` by default. */
  load?(): Promise<void>;
}

let isLeaving = false;

/** Progress of leaving a session: `left` until the page reloads, `waiting` while the daemon does not answer. */
export const leaveProgress = createStore<{ stage: 'none' | 'left' | 'waiting' }>(() => ({ stage: 'none' }));

/**
 * Ends the session of this window: runs the registered hooks, drops the token and every store, stores the reason for
 * the sign-in screen, and reloads the page, which removes keys and plaintext from memory. While the daemon does not
 * answer, the page waits: another program at its port could serve its own page and receive the password.
 */
export async function leaveSession({ kind, reason, isAccountDeleted = false, load }: LeaveOptions): Promise<void> {
  const { session } = sessionStore.getState();
  if (session === null || isLeaving) return;
  isLeaving = true;
  const canSend = !session.isRefused && !isAccountDeleted;
  // This comes first, because the desktop shell reloads the page if a lock takes longer than 1.5 s.
  const note: LeaveNote = { kind, reason, ...(!isAccountDeleted && { email: session.user.email }) };
  writeLeaveNote(note);
  await waitAtMost(hooksLimitMs, runSessionEndHooks({ canSend }));
  if (canSend) await waitAtMost(logOutLimitMs, logOut(note));
  leaveProgress.setState({ stage: 'left' });
  dropSession();
  while (!(await tryLoad(load))) {
    leaveProgress.setState({ stage: 'waiting' });
    await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
  }
}

// Any request can be refused.
sessionStore.subscribe(({ session }, { session: before }) => {
  if (session === null || !session.isRefused || before?.isRefused === true) return;
  void reasonOf(session).then((reason) =>
    leaveSession({
      kind: 'ended',
      reason: reason === undefined ? unknownEndMessage : endMessages[reason],
      isAccountDeleted: reason === 'account_deleted',
    }),
  );
});

/** Returns why the daemon refuses the session, if known. Its response is the same for every reason. */
async function reasonOf({ beganAt }: Session): Promise<SessionEndReason | undefined> {
  const hint = awaitEndHint(hintLimitMs);
  const health = await call(readHealth, {}).catch(() => undefined);
  const isUnexpected = hasStoppedUnexpectedly(health, { readAt: Date.now(), beganAt });
  return isUnexpected ? 'unexpected_stop' : await hint;
}

/**
 * Ends the session in the daemon too, and adds to the note how many sandboxes ended with it. The request continues after a
 * reload, and its failure is ignored.
 */
async function logOut(note: LeaveNote): Promise<void> {
  const reply = await call(logout, { keepalive: true, body: { lock: note.kind === 'locked' } }).catch(() => undefined);
  const ended = endedSandboxesText(reply?.sandboxesEnded ?? 0, 'login');
  if (ended !== '' && leaveProgress.getState().stage === 'none')
    writeLeaveNote({ ...note, reason: `${note.reason} ${ended}` });
}

/** Reloads the page if the daemon answers; returns false if it does not. */
async function tryLoad(load = async () => location.reload()): Promise<boolean> {
  return requireDaemon()
    .then(load)
    .then(
      () => true,
      () => false,
    );
}

async function waitAtMost(limitMs: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, limitMs))]);
}
