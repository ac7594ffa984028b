import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { desktopShell } from '../client/desktop-shell.ts';
import { settingsQuery } from '../client/queries.ts';
import { beforeSessionEnds } from '../client/session/session-scope.ts';
import { followSessionEvents } from '../client/session-events/session-events.ts';
import { useEnvironments } from '../features/executions/environments/environments-store.ts';
import { Banners } from '../features/status/banners.tsx';
import { clearCopiedSecret } from '../ui/controls/copy-text.ts';
import { LoadingRows } from '../ui/feedback/empty-state.tsx';
import { lazyComponent } from '../ui/page/lazy-part.ts';
import { Rail } from './rail.tsx';
import { screens } from './screens/screens.tsx';
import { IdleWarning } from './session/idle-warning.tsx';
import { lock } from './session/lock.ts';
import { useShownRun } from './session/shown-run.ts';
import { useDesktopShell } from './session/use-desktop-shell.ts';
import { useSessionCheck } from './session/use-session-check.ts';
import { useShortcuts } from './use-shortcuts.ts';

// Loaded after the first screen is drawn.
const CommandPalette = lazyComponent(() => import('./palette/command-palette.tsx'), 'CommandPalette');
const QuickOpen = lazyComponent(() => import('./palette/quick-open.tsx'), 'QuickOpen');
// Requested while the sign-in screen is shown (app.tsx).
const RunRoute = lazyComponent(() => import('./screens/run-route.tsx'), 'RunRoute');
const VaultRoute = lazyComponent(() => import('./screens/vault-route.tsx'), 'VaultRoute');
const GenerateRoute = lazyComponent(() => import('./screens/generate-route.tsx'), 'GenerateRoute');
const ActivityScreen = lazyComponent(() => import('./screens/activity-screen.tsx'), 'ActivityScreen');
const SecretsScreen = lazyComponent(() => import('../features/secrets/secrets-screen.tsx'), 'SecretsScreen');
const PackagesScreen = lazyComponent(() => import('../features/packages/packages-screen.tsx'), 'PackagesScreen');
const AccessScreen = lazyComponent(() => import('../features/accounts/access-screen.tsx'), 'AccessScreen');
const SettingsScreen = lazyComponent(() => import('./screens/settings-screen.tsx'), 'SettingsScreen');
const GalleryScreen = lazyComponent(() => import('./screens/gallery-screen.tsx'), 'GalleryScreen');

const TabStrip = lazyComponent(() => import('./tabs/tab-strip.tsx'), 'TabStrip');
const TourCard = lazyComponent(() => import('./tour/tour-card.tsx'), 'TourCard');

const NotedRunDialog = lazyComponent(() => import('./session/noted-run.tsx'), 'NotedRunDialog');
const EnvironmentsDialog = lazyComponent(
  () => import('../features/executions/environments/environments-dialog.tsx'),
  'EnvironmentsDialog',
);
const RecentScripts = lazyComponent(() => import('./session/recent-scripts.tsx'), 'RecentScripts');
const ToastArea = lazyComponent(() => import('../ui/overlays/toast-area.tsx'), 'ToastArea');
const ReviewItems = lazyComponent(() => import('../features/items/review-items.tsx'), 'ReviewItems');

/** The window of a user who is logged in. */
export function Shell() {
  const [location, navigate] = useLocation();
  const isCode = /^\/(?:run|vault|generate)(?:\/|$)/.test(location);
  const [palette, setPalette] = useState<'none' | 'commands' | 'open' | 'contents'>('none');
  const show = (name: typeof palette) => (open: boolean) => setPalette(open ? name : 'none');
  const toggle = (name: typeof palette) => () => setPalette((shown) => (shown === name ? 'none' : name));
  const isRunShown = useShownRun(({ id }) => id !== undefined);
  const isEditingEnvironments = useEnvironments(({ isEditing }) => isEditing);
  const { data: settings } = useQuery(settingsQuery);
  const autoLockMinutes = settings?.autoLockMinutes ?? 15;
  useSessionCheck();
  useEffect(followSessionEvents, []);
  useEffect(() => beforeSessionEnds(clearCopiedSecret), []);
  useDesktopShell({ navigate, autoLockMinutes });
  useShortcuts({
    navigate,
    togglePalette: toggle('commands'),
    toggleOpen: toggle('open'),
    toggleContents: toggle('contents'),
  });
  const main = useScreenTitle();
  return (
    <div className="flex h-full flex-col">
      <button
        type="button"
        onClick={() => main.current?.focus()}
        className="sr-only focus:not-sr-only focus:absolute focus:z-60 focus:m-2 focus:rounded-control focus:bg-surface focus:p-2"
      >
        Skip to content
      </button>
      <div className="max-h-2/5 shrink-0 overflow-auto">
        <Banners
          review={(reason) => (
            <Suspense>
              <ReviewItems reason={reason} />
            </Suspense>
          )}
        />
      </div>
      <IdleWarning minutes={autoLockMinutes} />
      <Suspense>
        <TourCard />
      </Suspense>
      <div className="flex min-h-0 flex-1">
        <Rail onPalette={() => setPalette('commands')} onLock={() => void lock('You locked this window.')} />
        <main ref={main} id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
          {isCode && (
            <Suspense fallback={<div className="h-9 shrink-0 short:h-7" />}>
              <TabStrip />
            </Suspense>
          )}
          <div className="min-h-0 flex-1">
            <Suspense fallback={<LoadingRows label="Loading the screen" />}>
              <Screens />
            </Suspense>
          </div>
        </main>
      </div>
      <Suspense>
        <CommandPalette
          open={palette === 'commands'}
          onOpenChange={show('commands')}
          navigate={navigate}
          openScript={() => setPalette('open')}
        />
      </Suspense>
      <Suspense>
        {palette === 'open' && <QuickOpen open onOpenChange={show('open')} navigate={navigate} />}
        {palette === 'contents' && <QuickOpen open first="#" onOpenChange={show('contents')} navigate={navigate} />}
      </Suspense>
      <Suspense>
        {isRunShown && <NotedRunDialog />}
        {isEditingEnvironments && <EnvironmentsDialog />}
        {desktopShell && <RecentScripts shell={desktopShell} />}
        <ToastArea />
      </Suspense>
    </div>
  );
}

function Screens() {
  return (
    <Switch>
      <Route path="/run" component={RunRoute} />
      <Route path="/vault/:name?" component={VaultRoute} />
      <Route path="/generate" component={GenerateRoute} />
      <Route path="/secrets" component={SecretsScreen} />
      <Route path="/packages" component={PackagesScreen} />
      <Route path="/activity/:view?/:id?/:day?" component={ActivityScreen} />
      <Route path="/access" component={AccessScreen} />
      <Route path="/settings" component={SettingsScreen} />
      <Route path="/gallery" component={GalleryScreen} />
      <Route>
        <Redirect to="/run" replace />
      </Route>
    </Switch>
  );
}

/** Sets the window title to the name of the screen, and focuses the screen when it changes. */
function useScreenTitle() {
  const [location] = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const name = screens.find(({ path }) => location.startsWith(path))?.name;
    document.title = name ? `${name} · Strongroom` : 'Strongroom';
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [location]);
  return main;
}
