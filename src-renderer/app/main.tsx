import './style-nonce.ts';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { quickShell } from '../client/desktop-shell.ts';
import { noteReloads } from '../client/session/note-reload.ts';
import { lazyComponent } from '../ui/page/lazy-part.ts';
import { App } from './app.tsx';
import { Fallback } from './screens/fallback.tsx';

const QuickApp = lazyComponent(() => import('./quick-app.tsx'), 'QuickApp');

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no place for the interface');
noteReloads();
createRoot(root).render(
  <StrictMode>
    <Fallback>
      {quickShell ? (
        <Suspense>
          <QuickApp quick={quickShell} />
        </Suspense>
      ) : (
        <App />
      )}
    </Fallback>
  </StrictMode>,
);
