import { join } from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import type { EngineLabel } from './engine-label.ts';
import { trayItems } from './tray-items.ts';

interface TrayDeps {
  icons: string;
  open: () => void;
  lock: () => void;
  quit: () => void;
}

/** Creates the icon in the system's tray, with the state of the engine and a menu. */
export function createTray({ icons, open, lock, quit }: TrayDeps) {
  const tray = new Tray(iconOf('busy'));
  tray.on('click', open);
  let shown = '';

  function iconOf(tone: EngineLabel['tone']) {
    // macOS colours its menu bar itself: there only the menu shows the state.
    const name = process.platform === 'darwin' ? 'trayTemplate' : `tray-${tone}`;
    return nativeImage.createFromPath(join(icons, `${name}.png`));
  }

  return {
    show: ({ tone, label }: EngineLabel, canLock: boolean): void => {
      const next = `${tone} ${label} ${canLock}`;
      // Replacing the menu closes it if it is open.
      if (next === shown) return;
      shown = next;
      tray.setImage(iconOf(tone));
      tray.setToolTip(`Strongroom: ${label}`);
      tray.setContextMenu(Menu.buildFromTemplate(trayItems({ label, canLock, open, lock, quit })));
    },
    remove: () => tray.destroy(),
  };
}
