import type { WebContents } from 'electron';
import type { InterfaceState, NotedRun, Opening, RecentScripts } from '../../src-shared/shell-api.ts';
import { push } from '../ipc/handle-requests.ts';

/** Time limit for the interface to end its session and reload. After it, the shell reloads the page. */
const graceMs = 1500;

/** The files that are opened together, and a message about the others. */
const maxPending = 21;

interface InterfaceLinkDeps {
  /** Contents of the window; undefined unless it shows the interface. */
  contents: () => WebContents | undefined;
  onChange: () => void;
  /** Called when a user has signed in or out. */
  onSignedIn: (isSignedIn: boolean) => void;
}

/** Tracks the state of the interface in the window, and sends it links and files. */
export function createInterfaceLink({ contents, onChange, onSignedIn }: InterfaceLinkDeps) {
  let state: InterfaceState | undefined;
  let recent: RecentScripts = [];
  let pending: readonly Opening[] = [];

  const isOpen = () => state?.signedIn === true;

  /** A link or a file is held until a user is signed in, because only a user may see its target. */
  function deliver(): void {
    const target = contents();
    if (target === undefined || !isOpen()) return;
    for (const opening of pending) push(target, 'interface:open', opening);
    pending = [];
  }

  return {
    /** Receives the state that the interface reports; undefined if the window no longer shows it. */
    take: (next: InterfaceState | undefined): void => {
      const wasOpen = isOpen();
      state = next;
      // Also after a reload, by which the page locks itself.
      if (wasOpen !== isOpen()) onSignedIn(isOpen());
      if (!isOpen()) recent = [];
      onChange();
      deliver();
    },

    /** Receives the names of recent scripts, which are kept while a user is signed in. */
    takeRecent: (names: RecentScripts): void => {
      if (!isOpen()) return;
      recent = [...new Set(names)];
      onChange();
    },
    recentScripts: (): RecentScripts => recent,

    /** Called when the app exits with its window, which does not sign the user out. */
    end: (): void => {
      state = undefined;
    },

    follow: (opening: Opening): void => {
      // Only the newest link is kept, and a limited number of files.
      const isFile = (one: Opening) => one.kind === 'file' || one.kind === 'refused-file';
      pending = isFile(opening) ? [...pending, opening].slice(-maxPending) : [...pending.filter(isFile), opening];
      deliver();
    },

    /** Asks for a run of a notification at once or never, because it belongs to the session. */
    askForRun: (run: NotedRun): void => {
      const target = contents();
      if (target !== undefined && isOpen()) push(target, 'interface:open', run);
    },

    /** Asks the interface to lend its session. Returns false if no user is signed in. */
    askForSession: (): boolean => {
      const target = contents();
      if (target === undefined || !isOpen()) return false;
      push(target, 'interface:lend', undefined);
      return true;
    },

    lock: (reason: string): void => {
      const target = contents();
      if (target === undefined || !isOpen()) return;
      // From now on nothing of the session is lent or listed, even if the page takes its time.
      state = undefined;
      onSignedIn(false);
      recent = [];
      onChange();
      lockWindow(target, reason);
    },

    canLock: isOpen,
    autoLockMinutes: (): number | undefined => (isOpen() ? state?.autoLockMinutes : undefined),
  };
}

/**
 * Locks the interface in a window: asks it to reload, and reloads it if it does not do so in time. In both cases its
 * memory is cleared within two seconds.
 */
function lockWindow(contents: WebContents, reason: string): void {
  push(contents, 'interface:lock', reason);
  const force = setTimeout(() => {
    contents.off('did-start-navigation', settle);
    if (!contents.isDestroyed()) contents.reload();
  }, graceMs);
  contents.on('did-start-navigation', settle);

  function settle({ isMainFrame, isSameDocument }: { isMainFrame: boolean; isSameDocument: boolean }): void {
    if (!isMainFrame || isSameDocument) return;
    clearTimeout(force);
    contents.off('did-start-navigation', settle);
  }
}
