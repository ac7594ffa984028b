/**
 * Runs in the sandbox of each page before its own scripts, and is all that a page has of the shell: functions that send
 * on fixed channels. The shell checks who asks; what is offered here only spares a page what it may not use.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { ShellApi } from '../../src-shared/shell-api.ts';
import type { Input, Output, Pushes, PushName, RequestName } from '../ipc/channels.ts';
import type { PageState } from '../windows/page-state.ts';

const ask = <Name extends RequestName>(name: Name, input: Input<Name>): Promise<Output<Name>> =>
  ipcRenderer.invoke(name, input);

/** The event of Electron stays here: it would hand the page the means to send on any channel. */
function listen<Name extends PushName>(name: Name, listener: (content: Pushes[Name]) => void): () => void {
  const forward = (_event: unknown, content: Pushes[Name]) => listener(content);
  ipcRenderer.on(name, forward);
  return () => void ipcRenderer.off(name, forward);
}

const shellApi: ShellApi = {
  reportState: (state) => ask('interface:state', state),
  reportRunEnd: (run) => ask('interface:run-end', run),
  prove: (request) => ask('shell:prove', request),
  readSettings: () => ask('settings:read', undefined),
  saveSettings: (patch) => ask('settings:save', patch),
  onLock: (listener) => listen('interface:lock', listener),
  onOpening: (listener) => listen('interface:open', listener),
};

const pageApi = {
  read: (): Promise<PageState> => ask('page:read', undefined),
  act: (action: Input<'page:act'>): Promise<void> => ask('page:act', action),
  onState: (listener: (state: PageState) => void) => listen('page:state', listener),
};

if (location.protocol === 'strongroom-shell:') contextBridge.exposeInMainWorld('strongroomPage', pageApi);
else contextBridge.exposeInMainWorld('strongroomShell', shellApi);
