import { createStore } from 'zustand/vanilla';
import { requireDaemon } from '../client/prove-daemon.ts';
import { queryClient } from '../client/query-client.ts';
import { forgetSession, sessionStore } from '../client/session.ts';
import { endSession } from '../features/accounts/sign-in.ts';
import { clearCopiedSecret } from '../ui/copy-text.ts';

const noteKey = 'strongroom.locked';
/** A lock waits for the daemon and the clipboard no longer than this. */
const farewellMs = 700;
const retryEveryMs = 1000;

export interface LockNote {
  email: string;
  reason: string;
}

let isLocking = false;

/** Whether this window is locked and waits for the daemon before it loads the page again. */
export const lockWait = createStore(() => ({ isWaiting: false }));

/**
 * Ends the session and loads the page anew, so that keys and plaintext are gone from this window's memory and not
 * merely covered. Whose window it was, and why it locked, is noted for the door. While the daemon is away, the page waits
 * for it: another program at its port would serve a page of its own, and be given the password.
 */
export async function lock(reason: string): Promise<void> {
  const { session } = sessionStore.getState();
  if (session === null || isLocking) return;
  isLocking = true;
  sessionStorage.setItem(noteKey, JSON.stringify({ email: session.user.email, reason } satisfies LockNote));
  const farewell = Promise.allSettled([endSession(), clearCopiedSecret()]);
  await Promise.race([farewell, new Promise((resolve) => setTimeout(resolve, farewellMs))]);
  forgetSession();
  queryClient.clear();
  while (!(await isDaemonThere())) {
    lockWait.setState({ isWaiting: true });
    await new Promise((resolve) => setTimeout(resolve, retryEveryMs));
  }
  location.reload();
}

async function isDaemonThere(): Promise<boolean> {
  return requireDaemon().then(
    () => true,
    () => false,
  );
}

/** What the last lock noted. */
export function readLockNote(): LockNote | undefined {
  try {
    const note: unknown = JSON.parse(sessionStorage.getItem(noteKey) ?? 'null');
    if (typeof note !== 'object' || note === null || !('email' in note) || !('reason' in note)) return undefined;
    return { email: String(note.email), reason: String(note.reason) };
  } catch {
    return undefined;
  }
}

export const clearLockNote = (): void => sessionStorage.removeItem(noteKey);
