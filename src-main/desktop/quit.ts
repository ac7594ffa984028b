import { once } from 'node:events';
import type { App, BrowserWindow } from 'electron';
import { within } from '../../src-shared-node/within.ts';

/** A page stores its unsaved drafts in far less. Chromium gives up a page that does not answer after about 1.5 s. */
const closeLimitMs = 5000;
/** Seen once on a busy machine: Electron did not exit after `quit`, without a window and with its main loop alive. */
const exitLimitMs = 5000;

interface QuitOptions {
  windows(): readonly BrowserWindow[];
  /** Stops what the app started. */
  stop(): Promise<void>;
}

/** Before the app exits, closes its windows at once and calls `stop` once. */
export function stopBeforeQuit(app: App, { windows, stop }: QuitOptions): void {
  let isStopping = false;
  let isStopped = false;
  app.on('before-quit', (event) => {
    if (isStopped) return;
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    void Promise.allSettled([closeAll(windows()), stop()]).then(() => {
      isStopped = true;
      // Also those that were opened in the meantime: an open window would keep the app running.
      for (const window of windows()) window.destroy();
      setTimeout(() => app.exit(), exitLimitMs).unref();
      app.quit();
    });
  });
  // The settings decide whether the app continues without a window.
  app.on('window-all-closed', () => undefined);
}

/** Closes windows as their user does. @throws TimeLimitError if a page keeps its window open */
async function closeAll(windows: readonly BrowserWindow[]): Promise<void> {
  const closed = windows.map((window) => {
    const event = once(window, 'closed');
    window.close();
    return event;
  });
  await within(closeLimitMs, Promise.all(closed));
}
