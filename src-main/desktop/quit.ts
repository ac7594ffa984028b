import { once } from 'node:events';
import { type App, BrowserWindow } from 'electron';
import { within } from '../../src-shared-node/within.ts';

/** A page stores its unsaved drafts in far less. Chromium gives up a page that does not answer after about 1.5 s. */
const closeLimitMs = 5000;

/** Before the app exits, closes its windows at once and calls `stop` once, which stops what the app started. */
export function stopBeforeQuit(app: App, stop: () => Promise<void>): void {
  let isStopping = false;
  let isStopped = false;
  app.on('before-quit', (event) => {
    if (isStopped) return;
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    void Promise.allSettled([closeWindows(), stop()]).then(() => {
      isStopped = true;
      // Also those that were opened in the meantime: an open window would keep the app running.
      for (const window of BrowserWindow.getAllWindows()) window.destroy();
      app.quit();
    });
  });
  // The settings decide whether the app continues without a window.
  app.on('window-all-closed', () => undefined);
}

/** Closes all windows as their user does. @throws TimeLimitError if a page keeps its window open */
async function closeWindows(): Promise<void> {
  const closed = BrowserWindow.getAllWindows().map((window) => {
    const event = once(window, 'closed');
    window.close();
    return event;
  });
  await within(closeLimitMs, Promise.all(closed));
}
