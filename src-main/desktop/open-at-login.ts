import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'electron';
import { desktopEntry } from './desktop-entry.ts';

interface LoginItem {
  app: App;
  /** Of the desktop's own configuration, on Linux. */
  configHome: string;
  /** The program and its arguments; an AppImage is started by its own path. */
  command: readonly string[];
}

/** Has the system start the app when its user logs in, or not any more. */
export function setOpenAtLogin({ app, configHome, command }: LoginItem, isOpen: boolean): void {
  const [path = '', ...args] = command;
  if (process.platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: isOpen, path, args });
    return;
  }
  // Electron has none for Linux: the desktop's autostart folder (freedesktop.org, Autostart Specification).
  const folder = join(configHome, 'autostart');
  const file = join(folder, 'strongroom.desktop');
  if (!isOpen) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, desktopEntry(command), { mode: 0o644 });
}
