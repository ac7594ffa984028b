import type { WebContents } from 'electron';
import type { InterfaceState, Opening } from '../../src-shared/shell-api.ts';
import { push } from '../ipc/handle-requests.ts';
import { lockWindow } from './window-lock.ts';

const mostPending = 20;

interface InterfaceLinkDeps {
  /** The window's contents while they are the interface. */
  contents: () => WebContents | undefined;
  onChange: () => void;
  /** Somebody is signed in, or nobody any more. */
  onSignedIn: (isSignedIn: boolean) => void;
}

export type InterfaceLink = ReturnType<typeof createInterfaceLink>;

/** What is known of the interface in the window, and what it is told. */
export function createInterfaceLink({ contents, onChange, onSignedIn }: InterfaceLinkDeps) {
  let state: InterfaceState | undefined;
  let pending: readonly Opening[] = [];

  const isOpen = () => state?.signedIn === true;

  /** A link or a file waits until somebody is signed in, who alone may see what it leads to. */
  function deliver(): void {
    const target = contents();
    if (target === undefined || !isOpen()) return;
    for (const opening of pending) push(target, 'interface:open', opening);
    pending = [];
  }

  return {
    /** What the interface says of itself; undefined when it is gone. */
    take: (next: InterfaceState | undefined): void => {
      const wasOpen = isOpen();
      state = next;
      // Also when it was loaded anew: what locked it was its own page.
      if (wasOpen !== isOpen()) onSignedIn(isOpen());
      onChange();
      deliver();
    },

    /** The app ends with its window: that is no farewell of who was signed in. */
    end: (): void => {
      state = undefined;
    },

    follow: (opening: Opening): void => {
      // The newest link counts, and every file, within reason.
      const isFile = (one: Opening) => one.kind === 'file' || one.kind === 'refused-file';
      pending = isFile(opening) ? [...pending, opening].slice(-mostPending) : [...pending.filter(isFile), opening];
      deliver();
    },

    lock: (reason: string): void => {
      const target = contents();
      if (target === undefined || !isOpen()) return;
      onSignedIn(false);
      lockWindow(target, reason);
    },

    canLock: isOpen,
    autoLockMinutes: (): number | undefined => (isOpen() ? state?.autoLockMinutes : undefined),
  };
}
