import { type App, BrowserWindow } from 'electron';

/** Before the app exits, closes its windows at once and calls `stop` once, which stops what the app started. */
export function stopBeforeQuit(app: App, stop: () => Promise<void>): void {
  let isStopping = false;
  let isStopped = false;
  app.on('before-quit', (event) => {
    if (isStopped) return;
    event.preventDefault();
    if (isStopping) return;
    isStopping = true;
    for (const window of BrowserWindow.getAllWindows()) window.close();
    void stop().finally(() => {
      isStopped = true;
      app.quit();
    });
  });
  // The settings decide whether the app continues without a window.
  app.on('window-all-closed', () => undefined);
}
