import { join } from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import type { EngineWords } from './engine-words.ts';
import { trayItems } from './tray-items.ts';

interface TrayDeps {
  icons: string;
  open: () => void;
  lock: () => void;
  quit: () => void;
}

/** The icon in the system's tray: the state of the engine, and Lock at hand. */
export function createTray({ icons, open, lock, quit }: TrayDeps) {
  const tray = new Tray(iconOf('busy'));
  tray.on('click', open);
  let shown = '';

  function iconOf(tone: EngineWords['tone']) {
    // macOS colours its menu bar itself: the words in the menu tell the state there.
    const name = process.platform === 'darwin' ? 'trayTemplate' : `tray-${tone}`;
    return nativeImage.createFromPath(join(icons, `${name}.png`));
  }

  return {
    show: ({ tone, words }: EngineWords, canLock: boolean): void => {
      const next = `${tone} ${words} ${canLock}`;
      // A menu that is open closes when it is replaced.
      if (next === shown) return;
      shown = next;
      tray.setImage(iconOf(tone));
      tray.setToolTip(`Strongroom: ${words}`);
      tray.setContextMenu(Menu.buildFromTemplate(trayItems({ words, canLock, open, lock, quit })));
    },
    remove: () => tray.destroy(),
  };
}
