import { join } from 'node:path';
import { Menu, nativeImage, Tray } from 'electron';
import type { EngineLabel } from './engine-label.ts';
import { type TrayActions, type TrayContent, trayItems } from './tray-items.ts';

interface TrayDeps extends TrayActions {
  icons: string;
}

/** Creates the icon in the system's tray, with the state of the engine and a menu. */
export function createTray({ icons, ...actions }: TrayDeps) {
  const tray = new Tray(iconOf('busy'));
  tray.on('click', actions.open);
  let shown = '';

  function iconOf(tone: EngineLabel['tone']) {
    // macOS colours its menu bar itself: there only the menu shows the state.
    const name = process.platform === 'darwin' ? 'trayTemplate' : `tray-${tone}`;
    return nativeImage.createFromPath(join(icons, `${name}.png`));
  }

  return {
    show: (tone: EngineLabel['tone'], content: TrayContent): void => {
      const next = JSON.stringify([tone, content]);
      // Replacing the menu closes it if it is open.
      if (next === shown) return;
      shown = next;
      tray.setImage(iconOf(tone));
      tray.setToolTip(`Strongroom: ${content.label}`);
      tray.setContextMenu(Menu.buildFromTemplate(trayItems(content, actions)));
    },
    remove: () => tray.destroy(),
  };
}
