import { Menu, type MenuItemConstructorOptions } from 'electron';
import { type ScreenName, screenNames } from '../../src-shared/shell-api.ts';

interface MenuDeps {
  platform: NodeJS.Platform;
  isPackaged: boolean;
  go: (screen: ScreenName) => void;
  lock: () => void;
  openLog: () => void;
  openApiPage: () => void;
}

type Item = MenuItemConstructorOptions;

/** Creates the native menu. The interface handles the same keys, which Chromium sends to the page first. */
export function setMenu(deps: MenuDeps): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(deps)));
}

export function menuTemplate({ platform, isPackaged, go, lock, openLog, openApiPage }: MenuDeps): Item[] {
  const isMac = platform === 'darwin';
  const lockItem: Item = { id: 'lock', label: 'Lock', accelerator: 'CmdOrCtrl+L', click: lock };
  const settings: Item = { label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: () => go('settings') };
  const inspect: Item[] = isPackaged ? [] : [{ role: 'toggleDevTools' }];
  const zoom: Item[] = [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }];
  return [
    ...(isMac ? [appMenu(lockItem, settings)] : [fileMenu(lockItem, settings)]),
    { role: 'editMenu' },
    { label: 'Go', submenu: screenNames.map((screen, index) => screenItem(screen, index, { isMac, go })) },
    { label: 'View', submenu: [...zoom, ...inspect] },
    { role: 'windowMenu' },
    {
      role: 'help',
      submenu: [
        { label: 'API documentation', click: openApiPage },
        { label: 'Open the log folder', click: openLog },
      ],
    },
  ];
}

function appMenu(lock: Item, settings: Item): Item {
  const separator: Item = { type: 'separator' };
  const hiding: Item[] = [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }];
  return {
    role: 'appMenu',
    submenu: [{ role: 'about' }, separator, settings, lock, separator, ...hiding, separator, { role: 'quit' }],
  };
}

function fileMenu(lock: Item, settings: Item): Item {
  return {
    label: '&File',
    submenu: [lock, settings, { type: 'separator' }, { role: 'quit', accelerator: 'Ctrl+Q' }],
  };
}

function screenItem(
  screen: ScreenName,
  index: number,
  { isMac, go }: { isMac: boolean; go: (screen: ScreenName) => void },
): Item {
  const label = screen.charAt(0).toUpperCase() + screen.slice(1);
  return { label, accelerator: `${isMac ? 'Cmd' : 'Alt'}+${index + 1}`, click: () => go(screen) };
}
