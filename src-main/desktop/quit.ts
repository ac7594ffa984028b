import { type App, BrowserWindow } from 'electron';

/** Before the app ends, its windows close at once and `stop` ends what it started; it is called once. */
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
  // Whether the app goes on without a window is for its settings to say.
  app.on('window-all-closed', () => undefined);
}
