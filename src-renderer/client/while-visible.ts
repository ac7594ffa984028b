/**
 * Runs `work` while this page is visible, until `signal` aborts. The signal of `work` aborts when the page is hidden; when it
 * is visible again, `work` starts again. An event stream that only this page shows then leaves its connection to the
 * other tabs: browsers allow six connections to an origin.
 */
export async function whileVisible(signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    const hidden = new AbortController();
    const stopWatching = onVisibilityChange(() => isHidden() && hidden.abort());
    try {
      if (isHidden()) hidden.abort();
      else await work(AbortSignal.any([signal, hidden.signal]));
      if (!hidden.signal.aborted) return;
    } finally {
      stopWatching();
    }
    await untilVisible(signal);
  }
}

function untilVisible(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (isHidden() && !signal.aborted) return;
      stopWatching();
      signal.removeEventListener('abort', check);
      resolve();
    };
    const stopWatching = onVisibilityChange(check);
    signal.addEventListener('abort', check);
    check();
  });
}

const isHidden = () => document.visibilityState === 'hidden';

function onVisibilityChange(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
