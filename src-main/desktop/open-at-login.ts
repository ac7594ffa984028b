import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { desktopEntry } from './desktop-entry.ts';

interface LoginItem {
  app: App;
  /** Folder of the desktop's configuration, on Linux. */
  configHome: string;
  /** The program and its arguments. For an AppImage it is the path of the image. */
  command: readonly string[];
}

/** Makes the system start the app at login, or stops that. */
export function setOpenAtLogin({ app, configHome, command }: LoginItem, isOpen: boolean): void {
  const [path = '', ...args] = command;
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: isOpen, path, args });
    return;
  }
  // Electron has no function for Linux, so an entry is written to the autostart folder (freedesktop.org, Autostart Specification).
  const folder = join(configHome, 'autostart');
  const file = join(folder, 'strongroom.desktop');
  if (!isOpen) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, desktopEntry(command), { mode: 0o644 });
}
