import { BrowserWindow, type WebContents } from 'electron';
import { quickFlag } from './quick-flag.ts';
import { secureWindow } from './web-preferences.ts';

interface QuickWindowDeps {
  preload: string;
  icon: string;
  /** Address of the interface; undefined while no daemon runs. */
  interfaceUrl: () => string | undefined;
  /** Called instead of opening while no daemon runs: the main window says why. */
  onUnavailable: () => void;
  isQuitting: () => boolean;
}

/** Chromium's error code of a load that another one replaced. */
const aborted = -3;

export type QuickWindow = ReturnType<typeof createQuickWindow>;

/**
 * Manages the small window in which the user runs code from any program. Closing it hides it, so that a run in it continues;
 * it has no session of its own.
 */
export function createQuickWindow({ preload, icon, interfaceUrl, onUnavailable, isQuitting }: QuickWindowDeps) {
  let window: BrowserWindow | undefined;

  function open(url: string): void {
    const size = { width: 760, height: 560, minWidth: 420, minHeight: 360, autoHideMenuBar: true };
    const opened = new BrowserWindow({ ...secureWindow(preload, [quickFlag]), ...size, title: 'Quick run', icon });
    window = opened;
    opened.on('close', (event) => {
      if (isQuitting()) return;
      event.preventDefault();
      opened.hide();
    });
    opened.on('closed', () => {
      window = undefined;
    });
    opened.webContents.on('render-process-gone', () => setImmediate(discard));
    opened.webContents.on('did-fail-load', (...[, code, , , isMainFrame]) => {
      if (isMainFrame && code !== aborted) setImmediate(discard);
    });
    opened.once('ready-to-show', () => opened.show());
    opened.loadURL(`${url}#/quick`).catch(() => undefined);

    /** The next opening makes a new window. */
    function discard(): void {
      if (!opened.isDestroyed()) opened.destroy();
    }
  }

  return {
    /** Opens the window or brings it forward; hides it if it is in front. */
    toggle: (): void => {
      const url = interfaceUrl();
      if (window?.isFocused()) window.hide();
      else if (window !== undefined) {
        window.show();
        window.focus();
      } else if (url !== undefined) open(url);
      else onUnavailable();
    },
    hide: (): void => window?.hide(),
    /** Removes session and code from the memory of its page: loads it again, or removes a window that is hidden. */
    reload: (): void => (window?.isVisible() ? window.webContents.reload() : window?.destroy()),
    /** Removes the window, whose page belongs to a daemon at another address. */
    remove: (): void => window?.destroy(),
    isPageOf: (contents: WebContents): boolean => contents === window?.webContents,
  };
}
