import { BrowserWindow, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { DaemonState } from '../daemon/daemon-state.ts';
import { type PageKind, push } from '../ipc/handle-requests.ts';
import { type MainWindow, openMainWindow } from './main-window.ts';
import type { PageState } from './page-state.ts';
import { lostPage, pageOf } from './page-texts.ts';
import type { QuickWindow } from './quick-window.ts';
import { shellPageUrl } from './shell-page.ts';
import { secureWindow } from './web-preferences.ts';

interface WindowKeeperDeps {
  preload: string;
  icon: string;
  statePath: string;
  /** Returns the address of a daemon's interface: its own address, except with a development server. */
  interfaceUrlOf: (daemonUrl: string) => string;
  readLog: () => { path: string; lines: string };
  /** Called when the window shows another interface or none: the reported state is no longer valid. */
  onInterfaceClosed: () => void;
  quick: Pick<QuickWindow, 'isPageOf' | 'remove'>;
  /** Called when the window has closed. */
  onClosed: () => void;
}

/**
 * Manages the app's window. It shows the interface while a daemon runs, or else the shell's own page. If the daemon exits,
 * the interface stays, so that no text is lost, and shows a banner. A decision of the user is requested in a second
 * window.
 */
export function createWindowKeeper(deps: WindowKeeperDeps) {
  const { preload, icon, statePath, quick, interfaceUrlOf, readLog, onInterfaceClosed, onClosed } = deps;
  let main: MainWindow | undefined;
  let dialog: BrowserWindow | undefined;
  let interfaceUrl: string | undefined;
  let state: DaemonState = { kind: 'stopped' };
  let page: PageState = pageOf(state, { path: '', lines: '' });

  const showsInterface = () => main !== undefined && main.requestedUrl() === interfaceUrl && interfaceUrl !== undefined;

  function open(): void {
    main = openMainWindow({
      preload,
      icon,
      statePath,
      onLost: (message) => showPage(lostPage(message)),
      onClosed: () => {
        main = undefined;
        onClosed();
      },
    });
    main.window.webContents.on('did-navigate', onInterfaceClosed);
    main.window.once('ready-to-show', () => main?.window.show());
    show(state);
  }

  function show(next: DaemonState): void {
    state = next;
    if (next.kind === 'running') {
      const before = interfaceUrl;
      interfaceUrl = interfaceUrlOf(next.url);
      if (before !== interfaceUrl) quick.remove();
      dialog?.close();
      main?.load(interfaceUrl);
    } else if (next.kind === 'failed' || !showsInterface()) showPage(pageOf(next, readLog()));
  }

  function showPage(next: PageState): void {
    page = next;
    for (const { webContents } of [main?.window, dialog].filter((one) => one !== undefined))
      if (webContents.getURL() === shellPageUrl) push(webContents, 'page:state', page);
    if (next.kind === 'problem' && showsInterface() && state.kind === 'failed') showDialog();
    else main?.load(shellPageUrl);
  }

  function showDialog(): void {
    if (dialog !== undefined || main === undefined) return;
    dialog = new BrowserWindow({ ...secureWindow(preload), width: 720, height: 560, parent: main.window, icon });
    dialog.once('ready-to-show', () => dialog?.show());
    dialog.on('closed', () => {
      dialog = undefined;
    });
    void dialog.loadURL(shellPageUrl);
  }

  return {
    show,
    page: () => page,
    interfaceUrl: () => interfaceUrl,
    /** Contents of the window; undefined unless it shows the interface. */
    interfaceContents: (): WebContents | undefined => (showsInterface() ? main?.window.webContents : undefined),
    isOpen: () => main !== undefined,
    isFocused: () => main?.window.isFocused() ?? false,
    /** Opens the window, or brings it to the front. */
    bringForward: () => (main === undefined ? open() : main.bringForward()),

    /** Returns the page of a frame by its address. Only the top frame of one of our windows has one. */
    kindOf: ({ senderFrame, sender }: IpcMainInvokeEvent): PageKind | undefined => {
      if (senderFrame === null || senderFrame.parent !== null) return undefined;
      const { protocol, host } = new URL(senderFrame.url);
      const at = `${protocol}//${host}/`;
      if (at === shellPageUrl) return 'shell-page';
      if (interfaceUrl === undefined || at !== interfaceUrl) return undefined;
      if (quick.isPageOf(sender)) return 'quick';
      return sender === main?.window.webContents ? 'interface' : undefined;
    },
  };
}
