import type { MenuItemConstructorOptions } from 'electron';

/** Content of the menu. */
export interface TrayContent {
  /** State of the engine, in one line. */
  label: string;
  canLock: boolean;
  /** Names of the recent scripts; empty while no user is signed in. */
  scripts: readonly string[];
}

/** Actions of the items of the menu. */
export interface TrayActions {
  open: () => void;
  openScript: (name: string) => void;
  openQuickRun: () => void;
  lock: () => void;
  quit: () => void;
}

/** Returns the menu of the tray icon. */
export function trayItems(
  { label, canLock, scripts }: TrayContent,
  actions: TrayActions,
): MenuItemConstructorOptions[] {
  const { open, openScript, openQuickRun, lock, quit } = actions;
  const recent = scripts.map((name) => ({ label: name, click: () => openScript(name) }));
  return [
    { label, enabled: false },
    { type: 'separator' },
    { label: 'Open Strongroom', click: open },
    { label: 'Quick run', click: openQuickRun },
    { label: 'Lock', enabled: canLock, click: lock },
    ...(recent.length > 0
      ? [{ type: 'separator' as const }, { label: 'Recent scripts', enabled: false }, ...recent]
      : []),
    { type: 'separator' },
    { label: 'Quit Strongroom', click: quit },
  ];
}
