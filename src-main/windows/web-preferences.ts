import { type BrowserWindowConstructorOptions, nativeTheme } from 'electron';

/** What every window of the app is: a page in Chromium's sandbox, without Node, with the preload script and no more. */
export function secureWindow(preload: string): BrowserWindowConstructorOptions {
  return {
    show: false,
    title: 'Strongroom',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#101517' : '#f5f7f7',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      spellcheck: false,
    },
  };
}
