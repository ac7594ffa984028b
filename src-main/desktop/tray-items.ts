import type { MenuItemConstructorOptions } from 'electron';

interface TrayItemsInput {
  /** State of the engine, in one line. */
  label: string;
  canLock: boolean;
  open: () => void;
  lock: () => void;
  quit: () => void;
}

/** Returns the menu of the tray icon. */
export function trayItems({ label, canLock, open, lock, quit }: TrayItemsInput): MenuItemConstructorOptions[] {
  return [
    { label, enabled: false },
    { type: 'separator' },
    { label: 'Open Strongroom', click: open },
    { label: 'Lock', enabled: canLock, click: lock },
    { type: 'separator' },
    { label: 'Quit Strongroom', click: quit },
  ];
}
