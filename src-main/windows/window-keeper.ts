import { BrowserWindow, type IpcMainInvokeEvent, type WebContents } from 'electron';
import type { DaemonState } from '../daemon/daemon-state.ts';
import { type PageKind, push } from '../ipc/handle-requests.ts';
import { type MainWindow, openMainWindow } from './main-window.ts';
import type { PageState } from './page-state.ts';
import { lostPage, pageOf } from './page-texts.ts';
import { shellPageUrl } from './shell-page.ts';
import { secureWindow } from './web-preferences.ts';

interface WindowKeeperDeps {
  preload: string;
  icon: string;
  statePath: string;
  /** Where the interface of a daemon is: at its own address, but for a development server. */
  interfaceUrlOf: (daemonUrl: string) => string;
  readLog: () => { path: string; lines: string };
  /** The interface is another one now, or none: what it said of itself is over. */
  onInterfaceClosed: () => void;
  /** The window is closed, and the interface with it. */
  onClosed: () => void;
}

export type WindowKeeper = ReturnType<typeof createWindowKeeper>;

/**
 * Keeps the app's window and has it show how it stands: the interface while there is a daemon, else the shell's own
 * page. A daemon that goes away leaves the interface alone, whose banner tells it and whose text is not lost; what has
 * to be decided then is asked in a window beside it.
 */
export function createWindowKeeper(deps: WindowKeeperDeps) {
  const { preload, icon, statePath, interfaceUrlOf, readLog, onInterfaceClosed, onClosed } = deps;
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
      interfaceUrl = interfaceUrlOf(next.url);
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
    /** The window's contents while they are the interface. */
    interfaceContents: (): WebContents | undefined => (showsInterface() ? main?.window.webContents : undefined),
    isOpen: () => main !== undefined,
    isFocused: () => main?.window.isFocused() ?? false,
    /** Opens it, or brings it in front of the user. */
    bringForward: () => (main === undefined ? open() : main.bringForward()),

    /** Which page asks: told by the frame's address, and only of the top frame of a window of ours. */
    kindOf: ({ senderFrame, sender }: IpcMainInvokeEvent): PageKind | undefined => {
      if (senderFrame === null || senderFrame.parent !== null) return undefined;
      const { protocol, host } = new URL(senderFrame.url);
      const at = `${protocol}//${host}/`;
      if (at === shellPageUrl) return 'shell-page';
      const isMain = sender === main?.window.webContents;
      return isMain && interfaceUrl !== undefined && at === interfaceUrl ? 'interface' : undefined;
    },
  };
}
