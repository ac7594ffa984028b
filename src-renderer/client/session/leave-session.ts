import { createStore } from 'zustand/vanilla';
import { logout } from '../../../src-shared/contracts/accounts.contract.ts';
import type { SessionEndReason } from '../../../src-shared/contracts/events.contract.ts';
import { readHealth } from '../../../src-shared/contracts/service.contract.ts';
import { call } from '../call.ts';
import { requireDaemon } from '../prove-daemon.ts';
import { awaitEndHint } from '../session-events/end-hint.ts';
import { endMessages, unknownEndMessage } from './end-messages.ts';
import { type LeaveNote, writeLeaveNote } from './leave-note.ts';
import { dropSession, type Session, sessionStore } from './session.ts';
import { runSessionEndHooks } from './session-scope.ts';
import { hasStoppedUnexpectedly } from './unexpected-stop.ts';

/** A window that leaves its session waits for its drafts and the clipboard, and then for the daemon, no longer than this. */
const hooksLimitMs = 900;
const logOutLimitMs = 500;
/**
 * The event that gives the reason comes over another connection and perhaps another tab; that of an expiry comes up to a
 * second after the first refusal.
 */
const hintLimitMs = 1500;
const retryEveryMs = 1000;

export interface LeaveOptions extends Pick<LeaveNote, 'kind' | 'reason'> {
  /** The account no longer exists, so the sign-in screen does not offer its e-mail. */
  isAccountDeleted?: boolean;
  /** Loads the page in another way than the browser's own. */
  load?(): Promise<void>;
}

let isLeaving = false;

/** How far this window is on its way out of a session: `left` until the page loads again, for which it may have to wait. */
export const leaveProgress = createStore<{ stage: 'none' | 'left' | 'waiting' }>(() => ({ stage: 'none' }));

/**
 * Ends the session of this window, whatever the cause: runs what waits for the end, drops the token and every store,
 * notes the reason for the sign-in screen and loads the page again, so that keys and plaintext are removed from memory
 * and not merely covered. While the daemon is away, the page waits for it: another program at its port would serve a
 * page of its own, and be given the password.
 */
export async function leaveSession({ kind, reason, isAccountDeleted = false, load }: LeaveOptions): Promise<void> {
  const { session } = sessionStore.getState();
  if (session === null || isLeaving) return;
  isLeaving = true;
  const canSend = !session.isRefused && !isAccountDeleted;
  // First: the desktop shell loads the page itself if a lock takes longer than 1.5 s.
  writeLeaveNote({ kind, reason, ...(!isAccountDeleted && { email: session.user.email }) });
  await waitAtMost(hooksLimitMs, runSessionEndHooks({ canSend }));
  if (canSend) await waitAtMost(logOutLimitMs, logOut());
  leaveProgress.setState({ stage: 'left' });
  dropSession();
  while (!(await tryLoad(load))) {
    leaveProgress.setState({ stage: 'waiting' });
    await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
  }
}

// Any request can be the one that is refused.
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

/** Why the daemon refuses the session, as far as it is known: its answer is the same for every cause. */
async function reasonOf({ beganAt }: Session): Promise<SessionEndReason | undefined> {
  const hint = awaitEndHint(hintLimitMs);
  const health = await call(readHealth, {}).catch(() => undefined);
  const isUnexpected = hasStoppedUnexpectedly(health, { readAt: Date.now(), beganAt });
  return isUnexpected ? 'unexpected_stop' : await hint;
}

/** Ends the session in the daemon as well. The request outlives the page, and its failure changes nothing here. */
async function logOut(): Promise<void> {
  await call(logout, { keepalive: true }).catch(() => undefined);
}

/** Loads the page if the daemon answers. */
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
