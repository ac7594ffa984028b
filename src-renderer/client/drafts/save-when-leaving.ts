import { isDesktopWindow } from '../desktop-shell.ts';
import { beforeSessionEnds } from '../session/session-scope.ts';

/** Time limit of the save. A session that ends waits at most 900 ms for all its hooks. */
const flushLimitMs = 700;

interface Leaving {
  /** Aborted with the session. */
  signal: AbortSignal;
  /** Saves all changes made so far. */
  flush(): Promise<unknown>;
  /** Stores unsaved drafts in this browser; returns false if one exists only in the page's memory. */
  storeAll(): boolean;
}

/** Saves drafts when the window loses the focus, is hidden, is closed or loaded again, and when the session ends. */
export function saveWhenLeaving({ signal, flush, storeAll }: Leaving): void {
  const options = { signal };
  window.addEventListener('blur', () => void flush(), options);
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') void flush();
    },
    options,
  );
  window.addEventListener('pagehide', () => void storeAll(), options);
  window.addEventListener(
    'beforeunload',
    (event) => {
      // Electron shows no confirmation: preventing the unload would leave a window that cannot be closed.
      if (!storeAll() && !isDesktopWindow) event.preventDefault();
    },
    options,
  );
  beforeSessionEnds(async ({ canSend }) => {
    if (canSend) await Promise.race([flush(), new Promise((resolve) => setTimeout(resolve, flushLimitMs))]);
    storeAll();
  });
}
