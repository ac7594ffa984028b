import type { MenuItemConstructorOptions } from 'electron';

interface TrayItemsInput {
  /** How it stands with the engine. */
  label: string;
  canLock: boolean;
  open: () => void;
  lock: () => void;
  quit: () => void;
}

/** The menu of the icon in the tray. */
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
