import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import type { QuickApi } from '../../src-shared/shell-api.ts';
import { signInQueries } from '../client/query-client.ts';
import { beginSession } from '../client/session/session.ts';
import { sessionQueries } from '../client/session/session-scope.ts';
import { useSession } from '../client/session/use-session.ts';
import { Banners } from '../features/status/banners.tsx';
import { Button } from '../ui/controls/button.tsx';
import { LoadingRows } from '../ui/feedback/empty-state.tsx';
import { lazyComponent } from '../ui/page/lazy-part.ts';

const QuickRun = lazyComponent(() => import('../features/executions/quick/quick-run.tsx'), 'QuickRun');
const ToastArea = lazyComponent(() => import('../ui/overlays/toast-area.tsx'), 'ToastArea');

/** The quick run window. Its session is the main window's: the shell loads this page again when that one begins or ends. */
export function QuickApp({ quick }: { quick: QuickApi }) {
  const session = useSession();
  const [hasAsked, setAsked] = useState(false);
  useEffect(() => {
    document.title = 'Quick run · Strongroom';
    return hideOnEscape(quick);
  }, [quick]);
  useEffect(() => {
    let isCurrent = true;
    const lending = quick.readSession().catch(() => null);
    void lending.then((lent) => {
      if (!isCurrent) return;
      if (lent !== null) beginSession(lent);
      setAsked(true);
    });
    return () => {
      isCurrent = false;
    };
  }, [quick]);
  if (session !== null)
    return (
      <QueryClientProvider client={sessionQueries()}>
        <div className="flex h-full flex-col">
          <Banners />
          <main className="flex min-h-0 flex-1 flex-col">
            <Suspense fallback={<LoadingRows label="Loading the editor" />}>
              <QuickRun />
            </Suspense>
          </main>
          <Suspense>
            <ToastArea />
          </Suspense>
        </div>
      </QueryClientProvider>
    );
  return (
    <QueryClientProvider client={signInQueries}>
      {hasAsked ? <SignedOut quick={quick} /> : <LoadingRows label="Opening your session" />}
    </QueryClientProvider>
  );
}

function SignedOut({ quick }: { quick: QuickApi }) {
  return (
    <main className="grid h-full place-items-center p-6">
      <div className="flex max-w-md flex-col items-start gap-3">
        <h1 className="text-xl font-semibold">Strongroom is locked</h1>
        <p className="text-muted">Log in in the main window. This window opens with it.</p>
        <Button kind="primary" onClick={() => void quick.showMain()}>
          Open the main window
        </Button>
      </div>
    </main>
  );
}

/** Hides the window on Escape, unless the key closed a list or a dialog of the page. Returns how to stop. */
function hideOnEscape(quick: QuickApi): () => void {
  const hide = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) void quick.hide();
  };
  window.addEventListener('keydown', hide);
  return () => window.removeEventListener('keydown', hide);
}
