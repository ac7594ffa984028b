import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { desktopShell } from '../client/desktop-shell.ts';
import { queryClient } from '../client/query-client.ts';
import { beginSession } from '../client/session.ts';
import { useSession } from '../client/use-session.ts';
import { bringSessionBack } from '../features/accounts/remember.ts';
import { SignInScreen } from '../features/accounts/sign-in-screen.tsx';
import { Banners } from '../features/status/banners.tsx';
import { LoadingRows } from '../ui/empty-state.tsx';
import { clearLockNote, readLockNote } from './lock.ts';
import { Shell } from './shell.tsx';

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
  const [note] = useState(readLockNote);
  const { isUnderWay, notice, retry } = useReturn(note === undefined);
  if (session !== null) return <Shell key={session.user.id} />;
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
        onSignedIn={entered}
      />
    </div>
  );
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
