import { type BrowserWindowConstructorOptions, nativeTheme } from 'electron';

/**
 * Options of every window of the app: a page in Chromium's sandbox, without Node, with the preload script only.
 * @param flags arguments for the preload script
 */
export function secureWindow(preload: string, flags: readonly string[] = []): BrowserWindowConstructorOptions {
  return {
    show: false,
    title: 'Strongroom',
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#101517' : '#f5f7f7',
    webPreferences: {
      preload,
      additionalArguments: [...flags],
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
