import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { useStore } from 'zustand';
import { desktopShell } from '../client/desktop-shell.ts';
import { queryClient } from '../client/query-client.ts';
import { beginSession } from '../client/session.ts';
import { useEndedSession, useSession } from '../client/use-session.ts';
import { bringSessionBack } from '../features/accounts/remember.ts';
import { SignInScreen } from '../features/accounts/sign-in-screen.tsx';
import { Banners } from '../features/status/banners.tsx';
import { LoadingRows } from '../ui/empty-state.tsx';
import { clearLockNote, lockWait, readLockNote } from './lock.ts';
import { Shell } from './shell.tsx';
import { useUnexpectedStopSince } from './use-session-check.ts';

const visitedKey = 'strongroom.visited';

/** The door for a stranger, the window for whoever is signed in. */
export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <Router hook={useHashLocation}>
        <Gate />
      </Router>
    </QueryClientProvider>
  );
}

function Gate() {
  const session = useSession();
  const endReason = useEndReason();
  const { isWaiting } = useStore(lockWait);
  const [note] = useState(readLockNote);
  const { isUnderWay, notice, retry } = useReturn(note === undefined);
  if (session !== null) return <Shell key={session.user.id} />;
  if (isWaiting) return <WaitingForDaemon />;
  if (isUnderWay) return <LoadingRows label="Opening your session" />;
  const entered = () => {
    clearLockNote();
    localStorage.setItem(visitedKey, 'yes');
  };
  return (
    <div className="flex h-full flex-col">
      <Banners />
      <SignInScreen
        firstMode={notice !== undefined || localStorage.getItem(visitedKey) ? 'enter' : 'create'}
        lockedEmail={note?.email}
        notice={notice}
        onRetry={retry}
        lockReason={note?.reason}
        ended={endReason}
        onSignedIn={entered}
      />
    </div>
  );
}

function WaitingForDaemon() {
  return (
    <div className="flex h-full flex-col">
      <Banners />
      <LoadingRows label="Locked. This window can be unlocked when the daemon answers again" />
    </div>
  );
}

/** Why the daemon ended the session of this window. */
function useEndReason(): { email: string; reason: string } | undefined {
  const ended = useEndedSession();
  const isUnexpected = useUnexpectedStopSince(ended?.beganAt);
  if (ended === null) return undefined;
  const reason = isUnexpected
    ? 'The daemon stopped unexpectedly, which ends the sessions of browsers. Sign in again.'
    : 'Your session has ended. Sign in again.';
  return { email: ended.user.email, reason };
}

/** In the desktop app, the session that this computer remembers comes back by itself; a locked window never asks. */
function useReturn(mayAsk: boolean): { isUnderWay: boolean; notice: string | undefined; retry(): void } {
  const [isUnderWay, setUnderWay] = useState(mayAsk && desktopShell !== undefined);
  const [notice, setNotice] = useState<string>();
  useEffect(() => {
    if (!isUnderWay) return;
    void bringSessionBack().then((outcome) => {
      if (typeof outcome === 'object') beginSession(outcome);
      else setNotice(outcome);
      setUnderWay(false);
    });
  }, [isUnderWay]);
  return { isUnderWay, notice, retry: () => setUnderWay(true) };
}
