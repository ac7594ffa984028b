import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { useStore } from 'zustand';
import { desktopShell } from '../client/desktop-shell.ts';
import { loadPart } from '../client/load-part.ts';
import { healthQuery } from '../client/queries.ts';
import { signInQueries } from '../client/query-client.ts';
import { clearLeaveNote, readLeaveNote } from '../client/session/leave-note.ts';
import { leaveProgress } from '../client/session/leave-session.ts';
import { beginSession } from '../client/session/session.ts';
import { sessionQueries } from '../client/session/session-scope.ts';
import { useSession } from '../client/session/use-session.ts';
import { restoreRememberedSession } from '../features/accounts/remembered-session.ts';
import { SignInScreen } from '../features/accounts/sign-in-screen.tsx';
import { Banners } from '../features/status/banners.tsx';
import { LoadingRows } from '../ui/feedback/empty-state.tsx';
import { Shell } from './shell.tsx';
import { offerTour } from './tour/tour-store.ts';

const visitedKey = 'strongroom.visited';

/** Shows the sign-in screen, or the window of the account that is logged in. */
export function App() {
  return (
    <QueryClientProvider client={signInQueries}>
      <Router hook={useHashLocation}>
        <Gate />
      </Router>
    </QueryClientProvider>
  );
}

function Gate() {
  const session = useSession();
  // The screen after the login is there when it is needed.
  useEffect(() => void loadPart(() => import('./screens/run-route.tsx')).catch(() => undefined), []);
  const { stage } = useStore(leaveProgress);
  const [note] = useState(readLeaveNote);
  const { isUnderWay, notice, retry } = useReturn(note === undefined);
  if (session !== null)
    return (
      <QueryClientProvider key={session.beganAt} client={sessionQueries()}>
        <Shell />
      </QueryClientProvider>
    );
  if (stage === 'waiting') return <WaitingForDaemon />;
  // No form is shown here: input would be lost when the page reloads.
  if (stage === 'left') return <LoadingRows label="Leaving the session" />;
  const isKnown = note !== undefined || notice !== undefined || localStorage.getItem(visitedKey) !== null;
  if (isUnderWay) return <LoadingRows label="Opening your session" />;
  const entered = (isNew: boolean) => {
    clearLeaveNote();
    localStorage.setItem(visitedKey, 'yes');
    if (isNew) offerTour();
  };
  return (
    <div className="flex h-full flex-col">
      <Banners />
      {isKnown ? (
        <SignInScreen firstMode="enter" left={note} notice={notice} onRetry={retry} onSignedIn={entered} />
      ) : (
        <FirstVisit onSignedIn={entered} />
      )}
    </div>
  );
}

/** The first screen of a new browser: the login if this machine has an account, else its creation. */
function FirstVisit({ onSignedIn }: { onSignedIn(isNew: boolean): void }) {
  const { data, isPending } = useQuery(healthQuery);
  if (isPending) return <LoadingRows label="Asking the daemon" />;
  return <SignInScreen firstMode={data?.hasAccounts ? 'enter' : 'create'} onSignedIn={onSignedIn} />;
}

function WaitingForDaemon() {
  return (
    <div className="flex h-full flex-col">
      <Banners />
      <LoadingRows label="Locked. You can unlock this window when the daemon answers again" />
    </div>
  );
}

/** Restores the remembered session in the desktop app. A locked window never restores it. */
function useReturn(mayAsk: boolean): { isUnderWay: boolean; notice: string | undefined; retry(): void } {
  const [isUnderWay, setUnderWay] = useState(mayAsk && desktopShell !== undefined);
  const [notice, setNotice] = useState<string>();
  useEffect(() => {
    if (!isUnderWay) return;
    void restoreRememberedSession().then((outcome) => {
      if (typeof outcome === 'object') beginSession(outcome);
      else setNotice(outcome);
      setUnderWay(false);
    });
  }, [isUnderWay]);
  return { isUnderWay, notice, retry: () => setUnderWay(true) };
}
