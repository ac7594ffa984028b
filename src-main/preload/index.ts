/**
 * Runs in the sandbox of each page before its scripts. It gives the page functions that send on fixed channels, and no
 * other access to the shell. The shell checks the sender of each message.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { QuickApi, ShellApi } from '../../src-shared/shell-api.ts';
import type { Input, Output, Pushes, PushName, RequestName } from '../ipc/channels.ts';
import type { PageState } from '../windows/page-state.ts';
import { quickFlag } from '../windows/quick-flag.ts';

const ask = <Name extends RequestName>(name: Name, input: Input<Name>): Promise<Output<Name>> =>
  ipcRenderer.invoke(name, input);

/** Does not pass Electron's event to the page, because the page could send on any channel with it. */
function listen<Name extends PushName>(name: Name, listener: (content: Pushes[Name]) => void): () => void {
  const forward = (_event: unknown, content: Pushes[Name]) => listener(content);
  ipcRenderer.on(name, forward);
  return () => void ipcRenderer.off(name, forward);
}

const shellApi: ShellApi = {
  reportState: (state) => ask('interface:state', state),
  reportRunEnd: (run) => ask('interface:run-end', run),
  reportRecentScripts: (names) => ask('interface:recent-scripts', names),
  prove: (request) => ask('shell:prove', request),
  readSettings: () => ask('settings:read', undefined),
  saveSettings: (patch) => ask('settings:save', patch),
  lendSession: (session) => ask('interface:lend', session),
  onLock: (listener) => listen('interface:lock', listener),
  onLend: (listener) => listen('interface:lend', listener),
  onOpening: (listener) => listen('interface:open', listener),
};

const quickApi: QuickApi = {
  readSession: () => ask('quick:session', undefined),
  hide: () => ask('quick:hide', undefined),
  showMain: () => ask('quick:show-main', undefined),
};

const pageApi = {
  read: (): Promise<PageState> => ask('page:read', undefined),
  act: (action: Input<'page:act'>): Promise<void> => ask('page:act', action),
  onState: (listener: (state: PageState) => void) => listen('page:state', listener),
};

if (location.protocol === 'strongroom-shell:') contextBridge.exposeInMainWorld('strongroomPage', pageApi);
else if (process.argv.includes(quickFlag)) contextBridge.exposeInMainWorld('strongroomQuick', quickApi);
else contextBridge.exposeInMainWorld('strongroomShell', shellApi);
