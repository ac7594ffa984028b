import { BrowserWindow, screen } from 'electron';
import { readKept, writeKept } from '../kept-file.ts';
import { shellPageUrl } from './shell-page.ts';
import { secureWindow } from './web-preferences.ts';
import { firstWindowState, fitOnScreen, WindowState } from './window-state.ts';

interface MainWindowDeps {
  preload: string;
  icon: string;
  statePath: string;
  /** Called when the page is lost: its process crashed, or it could not be loaded. */
  onLost: (message: string) => void;
  onClosed: () => void;
}

export type MainWindow = ReturnType<typeof openMainWindow>;

/** Creates the app's window. It shows the interface at the daemon's origin, or else the shell's own page. */
export function openMainWindow({ preload, icon, statePath, onLost, onClosed }: MainWindowDeps) {
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea);
  const { isMaximized, ...bounds } = fitOnScreen(readKept(statePath, WindowState, firstWindowState), areas);
  const window = new BrowserWindow({ ...secureWindow(preload), ...bounds, minWidth: 640, minHeight: 480, icon });
  if (isMaximized) window.maximize();
  let requestedUrl = '';

  window.on('close', () => writeKept(statePath, stateOf(window)));
  window.on('closed', onClosed);
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    // After the event, because Electron is still removing the page.
    if (reason !== 'clean-exit') setImmediate(onLost, `The page of the window ended unexpectedly (${reason}).`);
  });

  /** Loads a page unless it is already shown or loading. */
  function load(url: string): void {
    if (requestedUrl === url) return;
    requestedUrl = url;
    window.loadURL(url).catch((error: Error) => {
      if (!window.isDestroyed() && requestedUrl === url && url !== shellPageUrl)
        onLost(`The interface could not be loaded: ${error.message}`);
    });
  }

  return {
    window,
    load,
    /** Returns the address that the window shows or loads. */
    requestedUrl: () => requestedUrl,
    /** Brings the window to the front. */
    bringForward: (): void => {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
  };
}

function stateOf(window: BrowserWindow): WindowState {
  const { x, y, width, height } = window.getNormalBounds();
  return { x, y, width, height, isMaximized: window.isMaximized() };
}
