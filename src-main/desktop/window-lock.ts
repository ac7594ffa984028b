import type { WebContents } from 'electron';
import { push } from '../ipc/handle-requests.ts';

/** Time limit for the interface to end its session and reload. After it, the shell reloads the page. */
const graceMs = 1500;

/**
 * Locks the interface in a window: asks it to reload, and reloads it if it does not do so in time. In both cases its
 * memory is cleared within two seconds.
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
