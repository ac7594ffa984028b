import type { WebContents } from 'electron';
import { push } from '../ipc/handle-requests.ts';

/** The interface ends its session and loads itself anew; what has not happened by then is done from outside. */
const graceMs = 1500;

/**
 * Locks the interface in a window: it is asked to, and where it does not load itself anew in time, it is made to. What
 * it kept in memory is gone within two seconds either way.
 */
export function lockWindow(contents: WebContents, reason: string): void {
  push(contents, 'interface:lock', reason);
  const force = setTimeout(() => {
    contents.off('did-start-navigation', settle);
    if (!contents.isDestroyed()) contents.reload();
  }, graceMs);
  contents.on('did-start-navigation', settle);

  function settle({ isMainFrame, isSameDocument }: { isMainFrame: boolean; isSameDocument: boolean }): void {
    if (!isMainFrame || isSameDocument) return;
    clearTimeout(force);
    contents.off('did-start-navigation', settle);
  }
}
